package dev.prodigy.cli.run;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Values;
import dev.prodigy.runtime.run.request.RunOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// How often a workflow is gone through, and with which arguments (spec 05 §2.1).
final class PassOptions {
    /// Values of `ARG`.
    static final Option<String> ARGS =
            Option.values(Values::text, "VALUE", "one pass of the workflow per value, which is ARG", "--args");
    private static final Option<String> MAP = Option.values(
            Values::text, "GLOB", "one pass per file that matches, before those of --args; its path is ARG", "--map");
    private static final Option<Integer> ITERATIONS =
            Option.value(Values::count, "N", "the whole series of passes N times", "-n", "--max-iterations");
    private static final Option<Boolean> UNTIL_UNCHANGED =
            Option.flag("no further iteration after one that made no commit", "--until-unchanged");
    private static final Option<Boolean> FAIL_FAST =
            Option.flag("no further pass after one that failed", "--fail-fast");

    /// All of them, in the order of help.
    static final List<Option<?>> ALL = List.of(ARGS, MAP, ITERATIONS, UNTIL_UNCHANGED, FAIL_FAST);

    private PassOptions() {}

    /// @throws CommandFailure `no_match` when no file matches any of the globs
    static RunOptions.Passes of(Invocation call) {
        var files = files(call);
        var args = new ArrayList<>(files);
        args.addAll(call.values(ARGS));
        var iterations = call.value(ITERATIONS);
        return new RunOptions.Passes(
                args,
                files.size(),
                iterations == null ? 1 : iterations,
                call.has(FAIL_FAST),
                call.has(UNTIL_UNCHANGED));
    }

    /// A run goes on with the arguments that it began with; only those that held a secret are not recorded, and may be
    /// given again in their order.
    ///
    /// @param kept what the run goes on with
    /// @throws CommandFailure when as many are given as there are not
    static RunOptions resumed(Invocation call, RunOptions kept) {
        var again = call.values(ARGS);
        int lacking = kept.passes().unstored();
        if (again.isEmpty() || again.size() == lacking) {
            return kept.givenAgain(again);
        }
        throw CommandFailure.usage(
                lacking == 0
                        ? "--args: a resume keeps what was given at the start of the run"
                        : "--args: " + lacking + " arguments of the run held a secret and can be given again, not "
                                + again.size(),
                null);
    }

    /// @param kept what the run goes on with
    /// @return how many arguments held a secret and are not given again
    static int lacking(Invocation call, RunOptions kept) {
        return call.values(ARGS).isEmpty() ? kept.passes().unstored() : 0;
    }

    /// Sorted, each once.
    private static List<String> files(Invocation call) {
        var globs = call.values(MAP);
        var found = new TreeSet<String>();
        globs.forEach(glob -> found.addAll(
                FilesMatching.below(call.console().directory(), glob).paths()));
        if (!globs.isEmpty() && found.isEmpty()) {
            throw noMatch(globs);
        }
        return List.copyOf(found);
    }

    /// @return the refusal to work on nothing
    static CommandFailure noMatch(List<String> globs) {
        return new CommandFailure(
                ExitCode.USAGE,
                "no_match",
                "no file matches " + String.join(", ", globs),
                "A pattern is relative to the folder; ** crosses folders, and quotes keep the shell from reading it.");
    }
}
