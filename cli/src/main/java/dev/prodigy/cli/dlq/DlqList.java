package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Exit;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.letter.LetterBox;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `prodigy dlq list`.
public final class DlqList implements Command {
    private static final int WITHOUT_RUN = 50;
    private static final Option<Boolean> ELIGIBLE =
            Option.flag("only those where running again can differ", "--eligible");
    private static final Option<Integer> LIMIT =
            Option.value(Values::count, "N", "the first N; usually all, without RUN 50", "--limit", "-n");
    private static final Option<Boolean> ALL_REPOS =
            Option.flag("of all repositories instead of the current one", "--all-repos");

    @Override
    public Signature signature() {
        return Signature.of(
                "Without RUN those of all runs of this repository, the newest run first.",
                List.of(Argument.optional("RUN")),
                List.of(ELIGIBLE, LetterFilter.SIGNATURE, LetterFilter.FILTER, LIMIT, ALL_REPOS, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var text = RunArgument.given(call, call.arguments().word(0));
        var run = text == null ? null : runs.resolve(text);
        var limit = call.value(LIMIT);
        var listing = new Listing(
                LetterFilter.of(call, call.has(ELIGIBLE)),
                limit != null ? limit : run == null ? WITHOUT_RUN : Integer.MAX_VALUE);
        for (var each : run != null ? List.of(run) : call.has(ALL_REPOS) ? runs.everywhere() : runs.here()) {
            listing.add(runs, each);
        }
        return listing.print(call, run);
    }

    /// What is found, up to the limit.
    private static final class Listing {
        private final LetterFilter filter;
        private final int limit;
        private final List<Value.Fields> records = new ArrayList<>();
        private long total;
        private long eligible;
        private @Nullable CommandFailure failure;

        Listing(LetterFilter filter, int limit) {
            this.filter = filter;
            this.limit = limit;
        }

        void add(RunArgument runs, RunRef run) {
            if (run.run().kind() != RunId.Kind.MAPREDUCE) {
                return;
            }
            try (var box = LetterBox.open(runs.home().events(run.repo(), run.run()), run.run())) {
                for (var letter : box.letters()) {
                    if (filter.accepts(letter, box)) {
                        total++;
                        eligible += letter.facts().isEligible() ? 1 : 0;
                        if (records.size() < limit) {
                            records.add(box.record(letter));
                        }
                    }
                }
                failure = failure == null ? JournalEnding.failure(box.ending()) : failure;
            }
        }

        int print(Invocation call, @Nullable RunRef run) {
            if (call.json()) {
                var document = new FieldsWriter()
                        .put("job_id", Value.of(run == null ? null : run.run().text()))
                        .put("items", new Value.Items(List.copyOf(records)))
                        .put("total", total)
                        .put("shown", records.size())
                        .put("eligible", eligible);
                call.document(
                        failure == null
                                ? document.done()
                                : document.put("error", failure.toValue()).done());
            } else {
                var text = new LetterText(call.style());
                records.forEach(record -> call.line(text.line(record, run == null)));
                if (records.size() < total) {
                    call.note(records.size() + " of " + total + " dead letters; --limit shows more");
                } else if (total == 0) {
                    call.note("no dead letters");
                }
                if (failure != null) {
                    call.console().err().println("prodigy: " + failure.message());
                }
            }
            return failure == null ? Exit.OK : failure.exitCode();
        }
    }
}
