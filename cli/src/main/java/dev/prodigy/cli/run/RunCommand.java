package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Exit;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.Workflow.Mode;
import dev.prodigy.runtime.run.RunOptions;
import dev.prodigy.runtime.run.RunRequest;
import java.util.List;
import java.util.Locale;

/// `prodigy run`.
public final class RunCommand implements Command {
    private static final Option<String> ARGS =
            Option.values(Values::text, "VALUE", "one pass of the workflow per value, which is ARG", "--args");
    private static final Option<Integer> ITERATIONS =
            Option.value(Values::count, "N", "the whole series of passes N times", "-n", "--max-iterations");
    private static final Option<Boolean> FAIL_FAST =
            Option.flag("no further pass after one that failed", "--fail-fast");
    private static final Option<String> PROFILE =
            Option.value(Values::text, "NAME", "an entry of the workflow's profiles", "--profile");
    private static final Option<String> ISOLATION = Option.value(
            Values.oneOf("worktree", "none"), "HOW", "worktree or none, instead of the workflow's", "--isolation");
    private static final Option<String> BASE =
            Option.value(Values::text, "REF", "the commit to start from, instead of the workflow's", "--base");
    private static final Option<String> TARGET =
            Option.value(Values::text, "BRANCH", "the branch to merge into, instead of the workflow's", "--target");
    private static final Option<String> RESUME =
            Option.value(Values::text, "RUN", "the same as `prodigy resume RUN`", "--resume");

    @Override
    public Signature signature() {
        return new Signature(
                List.of(Argument.optional("WORKFLOW")),
                List.of(
                        Parameters.PARAM,
                        Parameters.FILE,
                        ARGS,
                        ITERATIONS,
                        FAIL_FAST,
                        Execution.AUTO_MERGE,
                        Execution.NO_MERGE,
                        PROFILE,
                        Execution.MAX_PARALLEL,
                        ISOLATION,
                        BASE,
                        TARGET,
                        Execution.TIMEOUT,
                        WorkflowLoading.STRICT,
                        Execution.ALLOW_FAILURES,
                        RESUME),
                "WORKFLOW is a file, or `-` for stdin. Nothing is written anywhere before the workflow is known to be"
                        + " valid and its parameters are complete.",
                List.of(
                        "Ends with 0 when everything succeeded, 1 when a step or phase failed, 2 for a bad command line or"
                                + " workflow, 3 when items failed within the policy, 4 when the policy stopped the run, 5 at its"
                                + " deadline, 75 when the machine failed, 130 or 143 after a signal."));
    }

    @Override
    public int run(Invocation call) {
        var file = call.arguments().word(0);
        var resumed = call.value(RESUME);
        if (resumed != null) {
            return new ResumeCommand().resume(call, resumed, file);
        }
        if (file == null) {
            throw CommandFailure.usage("WORKFLOW is missing", "prodigy run --help");
        }
        var execution = new Execution(call);
        var loading = new WorkflowLoading(call);
        var loaded = loading.load(file);
        var options = options(call);
        var passes = Math.max(1, options.args().size()) * options.iterations();
        if (loaded.workflow().mode() != Mode.STANDARD && passes > 1) {
            throw new CommandFailure(
                    Exit.USAGE,
                    "usage",
                    "a " + loaded.workflow().mode().word() + " workflow takes one pass, not " + passes,
                    null);
        }
        var parameters = Parameters.given(call, loaded.workflow(), loaded.normalForm());
        var request = new RunRequest(
                loaded.workflow(), loaded.source(), loaded.normalForm(), loaded.path(), parameters, options);
        return execution.start(request);
    }

    private static RunOptions options(Invocation call) {
        var isolation = call.value(ISOLATION);
        var iterations = call.value(ITERATIONS);
        return new RunOptions(
                call.value(Execution.MAX_PARALLEL),
                isolation == null ? null : Isolation.valueOf(isolation.toUpperCase(Locale.ROOT)),
                call.value(BASE),
                call.value(TARGET),
                call.value(Execution.TIMEOUT),
                call.value(PROFILE),
                call.values(ARGS),
                iterations == null ? 1 : iterations,
                call.has(FAIL_FAST),
                call.has(Execution.ALLOW_FAILURES));
    }
}
