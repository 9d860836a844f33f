package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.run.Execution;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterBox;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// `prodigy dlq retry`: the redrive of spec 03 §15.
public final class DlqRetry implements Command {
    private static final Option<Integer> MAX_PARALLEL = Option.value(
            Values::parallelism,
            "N",
            "items at once; usually 5, or less where the workflow says so",
            "--max-parallel",
            "--parallel");
    /// Executions of each item.
    static final Option<Integer> MAX_RETRIES =
            Option.value(Values::count, "N", "executions of each item, instead of the workflow's", "--max-retries");

    private static final Option<Boolean> FULL = Option.flag("run every selected item whatever fails", "--full");
    private static final Option<Boolean> FORCE =
            Option.flag("also items where running again cannot differ", "--force", "-f");
    private static final Option<Boolean> DRY_RUN = Option.flag("only say what would run", "--dry-run");

    @Override
    public Signature signature() {
        return Signature.of(
                "Runs dead-lettered items again. It begins with one item at a time, doubles with each success, and goes back"
                        + " to one with each failure. It gives up after five failures in a row, unless items are named. A"
                        + " record is removed when its item's success is durable.",
                List.of(Argument.optional("RUN"), Argument.any("ITEM")),
                List.of(
                        LetterFilter.FILTER,
                        LetterFilter.SIGNATURE,
                        MAX_PARALLEL,
                        MAX_RETRIES,
                        FULL,
                        Execution.ALLOW_FAILURES,
                        FORCE,
                        DRY_RUN,
                        RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var words = call.arguments().words();
        boolean named = !call.values(RunArgument.OPTION).isEmpty();
        var run = runs.required(call, named || words.isEmpty() ? null : words.getFirst());
        var items = named || words.isEmpty() ? words : words.subList(1, words.size());
        if (!items.isEmpty() || call.has(DRY_RUN)) {
            // which items there are is not asked of a damaged run, and nothing is promised that would be refused
            new Execution(call, run).service().checkWhole(run);
        }
        var selection = select(call, runs, run, items);
        if (call.has(DRY_RUN)) {
            return selection.print(call, run);
        }
        return new Redrive(call, runs, run)
                .carryOut(selection, call.value(MAX_PARALLEL), items.isEmpty() && !call.has(FULL));
    }

    /// The untried ones come first, so that a redrive that was given up goes on where it would help most.
    private static Selection select(Invocation call, RunArgument runs, RunRef run, List<String> items) {
        var filter = LetterFilter.of(call, false);
        var chosen = new ArrayList<DeadLetter>();
        var skipped = new ArrayList<Selection.Skipped>();
        try (var box = LetterBox.open(runs.home().events(run.repo(), run.run()), run.run())) {
            var failure = JournalEnding.failure(box.ending());
            if (failure != null) {
                throw failure;
            }
            wanted(box, runs, run, items).forEach(letter -> {
                var slim = letter.withoutHistory();
                if (!filter.accepts(letter, box)) {
                    skipped.add(new Selection.Skipped(slim, "not_selected"));
                } else if (!letter.facts().reprocessEligible() && !call.has(FORCE)) {
                    skipped.add(new Selection.Skipped(slim, Selection.NOT_ELIGIBLE));
                } else {
                    chosen.add(slim);
                }
            });
        }
        chosen.sort(
                Comparator.comparingInt((DeadLetter letter) -> letter.facts().attemptCount())
                        .thenComparingInt(DeadLetter::index));
        return new Selection(chosen, skipped);
    }

    private static Stream<DeadLetter> wanted(LetterBox box, RunArgument runs, RunRef run, List<String> items) {
        if (items.isEmpty()) {
            return box.letters();
        }
        var wanted = new ArrayList<DeadLetter>();
        for (var item : items) {
            DlqInspect.requireClear(runs, run, item);
            var letter = box.find(item);
            if (letter == null) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "item_not_found",
                        "no dead letter of " + run.run() + " is called `" + item + "`",
                        "prodigy dlq list " + run.run());
            }
            if (!wanted.contains(letter)) {
                wanted.add(letter);
            }
        }
        return wanted.stream();
    }
}
