package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.ItemArguments;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.journal.RunResolution;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterBox;
import dev.prodigy.runtime.view.LostJournal;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `prodigy dlq inspect`.
public final class DlqInspect implements Command {

    @Override
    public Signature signature() {
        return Signature.of(
                "ITEM is item-007, 7, its key or its correlation id. One argument that is no run is an ITEM of the newest"
                        + " run that holds it.",
                List.of(Argument.optional("RUN"), Argument.optional("ITEM")),
                List.of(RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var words = call.arguments().words();
        var option = RunArgument.given(call, words.size() == 2 ? words.getFirst() : null);
        var last = words.isEmpty() ? null : words.getLast();
        if (option != null) {
            boolean isRun =
                    words.isEmpty() || (words.size() == 1 && words.getFirst().equals(option));
            return show(call, runs, runs.resolve(option), isRun ? null : last);
        }
        if (last == null) {
            return show(call, runs, runs.resolve(null), null);
        }
        return switch (runs.resolution(last)) {
            case RunResolution.Found(var run) -> show(call, runs, run, null);
            case RunResolution.Unbegun _, RunResolution.Ambiguous _ -> show(call, runs, runs.resolve(last), null);
            case RunResolution.NotFound _ -> show(call, runs, holding(runs, last), last);
        };
    }

    private static RunRef holding(RunArgument runs, String item) {
        CommandFailure damaged = null;
        for (var run : runs.withLost(false)) {
            var lost = LostJournal.of(runs.home(), run);
            if (run.run().kind() == RunId.Kind.MAPREDUCE && lost.isPresent()) {
                damaged = damaged == null ? JournalEnding.lost(lost.get()) : damaged;
            } else if (run.run().kind() == RunId.Kind.MAPREDUCE) {
                try (var box = open(runs, run)) {
                    if (box.find(item) != null) {
                        return run;
                    }
                    damaged = damaged == null ? JournalEnding.failure(box.ending()) : damaged;
                }
            }
        }
        if (damaged != null) {
            throw damaged;
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                "run_not_found",
                "`" + item + "` is neither a run nor an item with a dead letter",
                "prodigy dlq list shows both.");
    }

    private static int show(Invocation call, RunArgument runs, RunRef run, @Nullable String item) {
        try (var box = open(runs, run)) {
            var failure = JournalEnding.failure(box.ending(), folder(runs, run));
            var records = item == null
                    ? box.letters().map(box::record).toList()
                    : List.of(box.record(found(box, runs, run, item)));
            if (call.json()) {
                call.document(document(run, item, records, failure));
            } else {
                var text = new LetterText(call.style());
                records.forEach(record -> text.print(record, call::line));
                if (records.isEmpty()) {
                    call.note("no dead letters in " + run.run());
                }
                if (failure != null) {
                    JournalEnding.tell(call, failure);
                }
            }
            var shown = new ShownLetters(runs.home(), run);
            records.forEach(shown::add);
            shown.renew(box);
            return failure == null ? ExitCode.OK : failure.exitCode();
        }
    }

    /// @throws CommandFailure when the text means two items of the run
    static void requireClear(RunArgument runs, RunRef run, String item) {
        var folder = folder(runs, run);
        if (ItemId.index(item) >= 0) {
            ItemArguments.requireClear(folder, ItemStore.loaded(folder), item);
        }
    }

    private static Value document(
            RunRef run, @Nullable String item, List<Value.Fields> records, @Nullable CommandFailure failure) {
        var document = item == null
                ? new FieldsWriter().put("job_id", run.run().text()).put("items", new Value.Items(List.copyOf(records)))
                : new FieldsWriter().putAll(records.getFirst());
        return failure == null
                ? document.done()
                : document.put("error", failure.toValue()).done();
    }

    private static DeadLetter found(LetterBox box, RunArgument runs, RunRef run, String item) {
        requireClear(runs, run, item);
        var letter = box.find(item);
        if (letter == null) {
            var damaged = JournalEnding.failure(box.ending());
            if (damaged != null) {
                throw damaged;
            }
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "item_not_found",
                    "no dead letter of " + run.run() + " is called `" + item + "`",
                    "prodigy dlq list " + run.run());
        }
        return letter;
    }

    private static LetterBox open(RunArgument runs, RunRef run) {
        return LetterBox.openWhole(folder(runs, run), run.run());
    }

    private static Path folder(RunArgument runs, RunRef run) {
        return runs.home().events(run.repo(), run.run());
    }
}
