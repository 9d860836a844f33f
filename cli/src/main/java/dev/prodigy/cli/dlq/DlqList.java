package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterBox;
import dev.prodigy.runtime.view.LostJournal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `prodigy dlq list`.
public final class DlqList implements Command {
    private static final int WITHOUT_RUN = 50;
    private static final Option<Boolean> ELIGIBLE =
            Option.flag("only those where running again can differ", "--eligible");
    private static final Option<Integer> LIMIT =
            Option.value(Values::count, "N", "the first N; usually all, without RUN 50", "--limit", "-n");

    @Override
    public Signature signature() {
        return Signature.of(
                "Without RUN those of all runs of this repository, the newest run first.",
                List.of(Argument.optional("RUN")),
                List.of(ELIGIBLE, LetterFilter.SIGNATURE, LetterFilter.FILTER, LIMIT, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var text = RunArgument.given(call, call.arguments().word(0));
        var run = text == null ? null : runs.resolve(text);
        var limit = call.value(LIMIT);
        var listing = new Listing(
                call,
                run,
                LetterFilter.of(call, call.has(ELIGIBLE)),
                limit != null ? limit : run == null ? WITHOUT_RUN : Integer.MAX_VALUE);
        listing.begin();
        for (var each : run != null ? List.of(run) : runs.withLost(call.has(Globals.ALL_REPOS))) {
            listing.add(runs, each);
        }
        return listing.end();
    }

    /// Prints what is found, up to the limit, one record at a time.
    private static final class Listing {
        private final Invocation call;
        private final @Nullable RunRef run;
        private final LetterFilter filter;
        private final int limit;
        private final LetterText text;
        private long total;
        private long eligible;
        private int shown;
        private @Nullable CommandFailure failure;

        Listing(Invocation call, @Nullable RunRef run, LetterFilter filter, int limit) {
            this.call = call;
            this.run = run;
            this.filter = filter;
            this.limit = limit;
            this.text = new LetterText(call.style());
        }

        void begin() {
            if (call.json()) {
                var id = Value.of(run == null ? null : run.run().text());
                call.console().out().print("{\"job_id\":" + Json.write(id) + ",\"items\":[");
            }
        }

        void add(RunArgument runs, RunRef of) {
            if (of.run().kind() != RunId.Kind.MAPREDUCE) {
                return;
            }
            var lost = LostJournal.of(runs.home(), of);
            if (lost.isPresent()) {
                met(JournalEnding.lost(lost.get()));
                return;
            }
            var folder = runs.home().events(of.repo(), of.run());
            try (var box = LetterBox.openWhole(folder, of.run())) {
                var ofRun = new ShownLetters(runs.home(), of);
                box.letters().filter(letter -> filter.accepts(letter, box)).forEach(letter -> add(letter, box, ofRun));
                ofRun.renew(box);
                met(JournalEnding.failure(box.ending(), folder));
            } catch (JournalDamaged e) {
                // the document is begun: it ends with what was read, and the other runs are shown
                met(JournalEnding.failure(e));
            }
        }

        private void met(@Nullable CommandFailure found) {
            failure = failure == null ? found : failure;
        }

        private void add(DeadLetter letter, LetterBox box, ShownLetters ofRun) {
            if (shown < limit) {
                var record = box.record(letter);
                show(record);
                ofRun.add(record);
                shown++;
            }
            total++;
            eligible += letter.facts().reprocessEligible() ? 1 : 0;
        }

        private void show(Value.Fields record) {
            if (call.json()) {
                call.console().out().print((shown == 0 ? "" : ",") + Json.write(record));
            } else {
                call.line(text.line(record, run == null));
            }
        }

        int end() {
            if (call.json()) {
                var rest = new FieldsWriter()
                        .put("total", total)
                        .put("shown", shown)
                        .put("eligible", eligible)
                        .put("error", failure == null ? null : failure.toValue())
                        .done();
                call.line("]," + Json.write(rest).substring(1));
            } else {
                if (shown < total) {
                    call.note(shown + " of " + total + " dead letters; --limit shows more");
                } else if (total == 0 && failure == null) {
                    call.note("no dead letters");
                }
                if (failure != null) {
                    JournalEnding.tell(call, failure);
                }
            }
            return failure == null ? ExitCode.OK : failure.exitCode();
        }
    }
}
