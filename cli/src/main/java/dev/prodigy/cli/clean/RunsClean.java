package dev.prodigy.cli.clean;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.Confirmation;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.runtime.home.RunRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// `prodigy runs clean` and `sessions clean`: removes whole runs with everything of theirs (spec 05
/// §2.10).
public final class RunsClean implements Command {
    private static final Option<Boolean> COMPLETED = Option.flag("only runs that are completed", "--completed");
    private static final Option<Boolean> ALL = Option.flag("of any age", "--all", "-a");

    /// Removes runs.
    public RunsClean() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "Without RUN those of this repository that ended long ago; with one also the runs that its steps started."
                        + " Live runs are never touched; others that can be resumed or have dead letters only with"
                        + " --include-resumable.",
                List.of(Argument.any("RUN")),
                List.of(
                        COMPLETED,
                        ALL,
                        CleanCommand.OLDER_THAN,
                        CleanCommand.INCLUDE_RESUMABLE,
                        CleanCommand.DRY_RUN,
                        Confirmation.FORCE));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var words = call.arguments().words();
        var cleaning = new Cleaning(call, runs);
        var limit = call.console().clock().instant().minus(age(call));
        var named = chosen(call, runs, words);
        var candidates = new ArrayList<Cleanable>(Cleanable.of(runs, named));
        if (words.isEmpty()) {
            candidates.addAll(Cleanable.unbegun(runs, call.has(Globals.ALL_REPOS)));
        }
        for (var run : candidates) {
            boolean meant = !call.has(COMPLETED)
                    || (run.record() != null && run.record().status().equals("completed"));
            if (meant && run.isConcerned(runs, limit)) {
                boolean isChosen = cleaning.choose(run, call.has(CleanCommand.INCLUDE_RESUMABLE));
                if (isChosen && !words.isEmpty()) {
                    chooseCalled(run, call, runs, cleaning, named);
                }
            }
        }
        return cleaning.carryOut(cleaning.removal().everything(), "Remove", call.has(CleanCommand.DRY_RUN));
    }

    /// With a run that is named go those that its steps started: nobody would think of them any more. Without a name
    /// they are among all the others.
    private static void chooseCalled(
            Cleanable caller, Invocation call, RunArgument runs, Cleaning cleaning, List<RunRef> named) {
        var called = runs.called(caller.run()).stream()
                .filter(run -> !named.contains(run))
                .toList();
        for (var run : Cleanable.of(runs, called)) {
            if (cleaning.choose(run, call.has(CleanCommand.INCLUDE_RESUMABLE))) {
                chooseCalled(run, call, runs, cleaning, named);
            }
        }
    }

    /// A run that is named is meant, however young.
    private static Duration age(Invocation call) {
        var given = call.value(CleanCommand.OLDER_THAN);
        if (given != null) {
            return given;
        }
        boolean any = call.has(ALL) || !call.arguments().words().isEmpty();
        return any ? Duration.ZERO : Cleanable.retention(call.console());
    }

    private static List<RunRef> chosen(Invocation call, RunArgument runs, List<String> words) {
        if (!words.isEmpty()) {
            return words.stream().map(runs::recorded).distinct().toList();
        }
        return call.has(Globals.ALL_REPOS) ? runs.everywhere() : runs.here();
    }
}
