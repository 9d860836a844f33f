package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.letter.DeadLetter;
import java.util.List;

/// Which dead letters are to run again.
///
/// @param chosen in the order to take them
/// @param skipped the others
record Selection(List<DeadLetter> chosen, List<Skipped> skipped) {
    Selection {
        chosen = List.copyOf(chosen);
        skipped = List.copyOf(skipped);
    }

    /// The reason for a letter that stays because its failure would only be repeated.
    static final String NOT_ELIGIBLE = "not_eligible";

    /// A letter that stays where it is.
    ///
    /// @param reason `not_eligible` or `not_selected`
    record Skipped(DeadLetter letter, String reason) {}

    /// Prints what would run (`--dry-run`).
    ///
    /// @return the exit code
    int print(Invocation call, RunRef run) {
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put("dry_run", true)
                    .put("job_id", run.run().text())
                    .put("count", chosen.size())
                    .put(
                            "would_retry",
                            new Value.Items(
                                    chosen.stream().map(Selection::toValue).toList()))
                    .put(
                            "skipped",
                            new Value.Items(
                                    skipped.stream().map(Selection::toValue).toList()))
                    .done());
        } else {
            chosen.forEach(letter -> call.line("would retry "
                    + letter.identity().itemId() + "  " + letter.facts().attemptCount() + "×  "
                    + letter.facts().failureReason()));
            skipped.forEach(
                    each -> call.line("would keep  " + each.letter().identity().itemId() + "  " + each.reason()));
        }
        return ExitCode.OK;
    }

    private static Value toValue(DeadLetter letter) {
        return new FieldsWriter()
                .put("item_id", letter.identity().itemId())
                .put("attempt_count", letter.facts().attemptCount())
                .put("signature", letter.facts().signature())
                .done();
    }

    private static Value toValue(Skipped skipped) {
        return new FieldsWriter()
                .put("item_id", skipped.letter().identity().itemId())
                .put("reason", skipped.reason())
                .done();
    }
}
