package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.lang.load.WholeForm;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.Workflow.Mode;
import dev.prodigy.runtime.run.request.InputProblem;
import dev.prodigy.runtime.run.request.ProfileChoice;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

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
                    List.of(PROFILE, ISOLATION, BASE, TARGET, WorkflowLoading.STRICT, PlanReport.COMPOSITION))
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
        var execution = execution(call, Merging.ASKED);
        var loading = execution.loading();
        return start(call, execution, loading, loading.load(file));
    }

    /// @return what carries the run out
    /// @throws CommandFailure when the options contradict each other
    static Execution execution(Invocation call, Merging merging) {
        if (call.has(PlanReport.COMPOSITION) && !call.has(Execution.DRY_RUN)) {
            throw CommandFailure.usage("--show-composition needs --dry-run", null);
        }
        return new Execution(call, merging);
    }

    /// Starts a run and stays with it to its end; with `--dry-run` only says what it would do.
    ///
    /// @return the exit code
    static int start(Invocation call, Execution execution, WorkflowLoading loading, RunnableWorkflow loaded) {
        return execution.start(loading, request(call, execution, loading, loaded));
    }

    /// @return what is to be run
    /// @throws CommandFailure when parameters or passes do not fit the workflow
    static RunRequest request(Invocation call, Execution execution, WorkflowLoading loading, RunnableWorkflow loaded) {
        var options = ConfiguredOptions.of(options(call, execution), execution.configuration(), loaded.workflow());
        if (loaded.workflow().mode() != Mode.STANDARD && options.passes().count() > 1) {
            throw CommandFailure.usage(
                    "a " + loaded.workflow().mode().word() + " workflow takes one pass, not "
                            + options.passes().count(),
                    null);
        }
        var form = WholeForm.of(loaded.normalForm(), loaded.templates(), Map.of());
        var given = Parameters.given(call, execution.parameterFiles(), loaded.workflow(), form);
        var request = new RunRequest(loaded, given.values(), options);
        if (given.problems().isEmpty() && loading.wrongValues().isEmpty()) {
            return request;
        }
        var redactor = execution.service().inputRedactor(request);
        var wrong = loading.wrongValues().stream()
                .map(each -> each.mapping(redactor::redact))
                .toList();
        var all = new ArrayList<InputProblem>();
        given.problems().forEach(each -> all.add(each.mapping(redactor::redact)));
        if (given.isWhole()) {
            all.addAll(execution.service().inputProblems(request));
        }
        all.removeIf(each -> wrong.stream().anyMatch(each::isSaidBy));
        if (all.isEmpty() && !wrong.isEmpty()) {
            throw loading.ofWrongValues(wrong);
        }
        if (!all.isEmpty()) {
            wrong.stream().filter(Problem::isError).map(InputProblem::of).forEach(all::add);
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "invalid_input",
                    InputProblem.joined(all),
                    "prodigy run --help says how values are given.",
                    new FieldsWriter()
                            .put("problems", InputProblem.toValue(all))
                            .done());
        }
        return request;
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

    private static RunOptions options(Invocation call, Execution execution) {
        var isolation = call.value(ISOLATION);
        return new RunOptions(
                call.value(Execution.MAX_PARALLEL),
                new RunOptions.Place(
                        isolation == null ? null : Isolation.valueOf(isolation.toUpperCase(Locale.ROOT)),
                        call.value(BASE),
                        call.value(TARGET),
                        execution.mergesUnasked()),
                call.value(Execution.TIMEOUT),
                ProfileChoice.asked(call.value(PROFILE)),
                PassOptions.of(call),
                call.has(Execution.ALLOW_FAILURES));
    }
}
