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
                "Without RUN those of this repository that ended long ago. Live runs are never touched; others that can be"
                        + " resumed or have dead letters only with --include-resumable.",
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
        var candidates = new ArrayList<Cleanable>(Cleanable.of(runs, chosen(call, runs, words)));
        if (words.isEmpty()) {
            candidates.addAll(Cleanable.unbegun(runs, call.has(Globals.ALL_REPOS)));
        }
        for (var run : candidates) {
            boolean meant = !call.has(COMPLETED)
                    || (run.record() != null && run.record().status().equals("completed"));
            if (meant && run.isConcerned(runs, limit)) {
                cleaning.choose(run, call.has(CleanCommand.INCLUDE_RESUMABLE));
            }
        }
        return cleaning.carryOut(cleaning.removal().everything(), "Remove", call.has(CleanCommand.DRY_RUN));
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
