package dev.prodigy.cli.clean;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.run.Execution;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterBox;
import dev.prodigy.runtime.run.request.RunRefused;
import java.util.HashSet;
import java.util.Set;

/// Takes the dead letters of runs away; their items stay failed.
final class LetterPurge implements RunRemoval.Part {
    private final Invocation call;
    private final RunArgument runs;

    LetterPurge(Invocation call, RunArgument runs) {
        this.call = call;
        this.runs = runs;
    }

    @Override
    public Folders.Size measure(RunRef run) {
        return Folders.measure(runs.home().dlq(run.repo(), run.run()));
    }

    @Override
    public boolean isAnything(RunRef run) {
        return !items(run).isEmpty();
    }

    @Override
    public RunRemoval.Outcome remove(RunRef run) {
        var items = items(run);
        if (items.isEmpty()) {
            return new RunRemoval.Outcome.Gone(Folders.Size.NOTHING);
        }
        var size = measure(run);
        try {
            new Execution(call, run).service().removeLetters(run, items, "purged", Console.user());
            return new RunRemoval.Outcome.Gone(size);
        } catch (RunRefused busy) {
            return new RunRemoval.Outcome.Kept("it is being executed");
        }
    }

    private Set<Integer> items(RunRef run) {
        var items = new HashSet<Integer>();
        try (var box = LetterBox.open(runs.home().events(run.repo(), run.run()), run.run())) {
            box.letters().mapToInt(DeadLetter::index).forEach(items::add);
        }
        return items;
    }
}
