package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.Workflow.Mode;
import dev.prodigy.runtime.run.RunOptions;
import dev.prodigy.runtime.run.RunRequest;
import dev.prodigy.runtime.run.RunnableWorkflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `prodigy run`.
public final class RunCommand implements Command {
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

    /// What only a run that begins can be given.
    static final List<Option<?>> OF_A_BEGINNING = Stream.of(
                    List.of(Parameters.PARAM, Parameters.FILE),
                    PassOptions.ALL,
                    List.of(PROFILE, ISOLATION, BASE, TARGET, WorkflowLoading.STRICT))
            .<Option<?>>flatMap(List::stream)
            .toList();

    @Override
    public Signature signature() {
        var options = new ArrayList<>(OF_A_BEGINNING);
        options.addAll(Execution.OPTIONS);
        options.add(RESUME);
        options.addAll(ResumeCommand.OF_A_RESUME);
        return new Signature(
                List.of(Argument.optional("WORKFLOW")),
                options,
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
        refuse(call, resumed == null ? ResumeCommand.OF_A_RESUME : OF_A_BEGINNING, resumed != null);
        if (resumed != null) {
            return new ResumeCommand().resume(call, resumed, file);
        }
        if (file == null) {
            throw CommandFailure.usage("WORKFLOW is missing", "prodigy run --help");
        }
        var execution = new Execution(call);
        var loaded = execution.loading().load(file);
        return start(call, execution, loaded, options(call, call.value(Execution.TIMEOUT)));
    }

    /// Starts a run and stays with it to its end.
    ///
    /// @return the exit code
    static int start(Invocation call, Execution execution, RunnableWorkflow loaded, RunOptions given) {
        var options = ConfiguredOptions.of(given, execution.configuration(), loaded.workflow());
        if (loaded.workflow().mode() != Mode.STANDARD && options.passes().count() > 1) {
            throw CommandFailure.usage(
                    "a " + loaded.workflow().mode().word() + " workflow takes one pass, not "
                            + options.passes().count(),
                    null);
        }
        var parameters = Parameters.given(call, loaded.workflow(), loaded.normalForm());
        return execution.start(new RunRequest(loaded, parameters, options));
    }

    /// An option that would do nothing is a mistake.
    private static void refuse(Invocation call, List<Option<?>> meaningless, boolean resumes) {
        for (var option : meaningless) {
            if (call.has(option)) {
                throw CommandFailure.usage(
                        option.name()
                                + (resumes ? " belongs to the start of a run" : " belongs to --resume")
                                + (resumes ? "; a resume keeps what was given then" : ""),
                        null);
            }
        }
    }

    /// @param timeout the run's own deadline, or null for the workflow's
    static RunOptions options(Invocation call, @Nullable Duration timeout) {
        var isolation = call.value(ISOLATION);
        return new RunOptions(
                call.value(Execution.MAX_PARALLEL),
                new RunOptions.Place(
                        isolation == null ? null : Isolation.valueOf(isolation.toUpperCase(Locale.ROOT)),
                        call.value(BASE),
                        call.value(TARGET)),
                timeout,
                call.value(PROFILE),
                PassOptions.of(call),
                call.has(Execution.ALLOW_FAILURES));
    }
}
