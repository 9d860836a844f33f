package dev.prodigy.cli.checkpoint;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RecordedState;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.cli.runs.ViewRenewal;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.JournalReader;
import java.util.List;

/// `prodigy checkpoints list`: one for each `checkpoint_saved`, as the journal tells of them. The file of the
/// last one is made anew where it is missing or stale.
public final class CheckpointsList implements Command {
    @Override
    public Signature signature() {
        return Signature.of(
                "RUN is an id, the beginning of one, or last.",
                List.of(Argument.optional("RUN")),
                List.of(RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.resolve(RunArgument.given(call, call.arguments().word(0)));
        var folder = runs.home().events(run.repo(), run.run());
        try (var reader = JournalReader.openWhole(folder)) {
            var saved = SavedCheckpoint.all(reader);
            var failure = JournalEnding.failure(reader.ending(), folder);
            if (call.json()) {
                var list = saved.stream()
                        .<Value>map(each -> toFields(each, run.run().text()))
                        .toList();
                call.document(new FieldsWriter()
                        .put("checkpoints", new Value.Items(list))
                        .put("error", failure == null ? null : failure.toValue())
                        .done());
            } else {
                saved.forEach(each -> call.line(toText(each)));
                if (failure != null) {
                    JournalEnding.tell(call, failure);
                }
            }
            if (failure == null) {
                var views = RecordedState.views(runs.home(), run);
                var service = RunServices.of(call.console());
                ViewRenewal.of(runs.home(), run, () -> views.areBehind(service.read(run)));
            }
            return failure == null ? ExitCode.OK : failure.exitCode();
        }
    }

    private static Value.Fields toFields(SavedCheckpoint saved, String run) {
        return new FieldsWriter()
                .put("run_id", run)
                .put("version", saved.version())
                .put("saved_at", saved.at())
                .put("phase", saved.phase())
                .put("items_processed", saved.processed())
                .put("items_total", saved.total())
                .put("seq", saved.seq())
                .done();
    }

    private static String toText(SavedCheckpoint saved) {
        return saved.version() + "  " + Timestamps.format(saved.at()) + "  "
                + (saved.phase() == null ? "–" : saved.phase()) + "  " + saved.processed() + "/" + saved.total()
                + "  seq " + saved.seq();
    }
}
