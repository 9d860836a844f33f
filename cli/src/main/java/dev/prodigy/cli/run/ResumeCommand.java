package dev.prodigy.cli.run;

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
import dev.prodigy.cli.runs.RunEnd;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.cli.runs.RunsList;
import dev.prodigy.cli.workflow.WorkflowFiles;
import dev.prodigy.engine.run.RunCounts;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.run.RunService;
import dev.prodigy.runtime.run.request.ResumeOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `prodigy resume`, `resume-job` and `run --resume`: one implementation (spec 05 §2.2).
public final class ResumeCommand implements Command {
    private static final String LIST = "list";
    private static final String WHAT_BECAME = "prodigy runs ls lists what became of them.";
    private static final Option<Boolean> ACCEPT_CHANGES = Option.flag(
            "go on although the workflow was edited; the new text holds for what has not run yet", "--accept-changes");
    private static final Option<Boolean> RETRY_FAILED =
            Option.flag("failed items become pending again, with fresh attempts", "--retry-failed", "--force", "-f");

    private static final Option<Integer> MAX_RETRIES =
            Option.value(Values::count, "N", "executions of each item that --retry-failed puts back", "--max-retries");

    /// What only a run that is taken up again can be given.
    static final List<Option<?>> OF_A_RESUME = List.of(ACCEPT_CHANGES, RETRY_FAILED, MAX_RETRIES);

    @Override
    public Signature signature() {
        var options = new ArrayList<>(Execution.OPTIONS);
        options.addAll(OF_A_RESUME);
        options.add(RunArgument.OPTION);
        options.add(Parameters.PARAM);
        options.add(PassOptions.ARGS);
        return Signature.of(
                "Goes on where the run ended; finished items and steps are not run again. Without RUN the only resumable run"
                        + " of this repository; `resume list` lists what could be resumed.",
                List.of(Argument.optional("RUN")),
                options);
    }

    @Override
    public int run(Invocation call) {
        var word = call.arguments().word(0);
        if (LIST.equals(word)) {
            return RunsList.resumable(call);
        }
        return resume(call, RunArgument.given(call, word), null);
    }

    /// @param text the run, or null for the only resumable one
    /// @param file the workflow named beside it, which must be the run's, or null
    /// @return the exit code
    int resume(Invocation call, @Nullable String text, @Nullable String file) {
        if (call.has(MAX_RETRIES) && !call.has(RETRY_FAILED)) {
            throw CommandFailure.usage("--max-retries needs --retry-failed", null);
        }
        var runs = new RunArgument(call.console());
        var run = text == null ? onlyResumable(call, runs) : runs.resolve(text);
        var execution = new Execution(call, run);
        var state = execution.service().read(run);
        var started = state.started();
        if (file != null && started != null) {
            checkFile(call, file, started);
        }
        if (state.outcome() instanceof EndEvent.Completed completed
                && !state.lacksItsEnd()
                && (completed.status().equals("completed") || !(call.has(RETRY_FAILED) || hasPending(state)))
                && !RunEnd.isHeld(runs, run)) {
            return again(call, execution, runs, run, state, completed);
        }
        return execution.resume(
                run,
                state,
                isStdin(file),
                new ResumeOptions(
                        new ResumeOptions.Overrides(
                                execution.width(call.value(Execution.MAX_PARALLEL)),
                                call.value(Execution.TIMEOUT),
                                call.has(Execution.ALLOW_FAILURES)),
                        call.has(ACCEPT_CHANGES),
                        call.has(RETRY_FAILED) ? new Signal.Resume.Retry(call.value(MAX_RETRIES)) : null,
                        call.has(Globals.YES)));
    }

    /// Items that `requeue` put back behind the end of the run.
    private static boolean hasPending(RunState state) {
        return state.items() != null && state.items().counts().pending() > 0;
    }

    /// There is nothing to resume: the stored result is printed again, unless something is damaged that a
    /// resume would need (spec 05 §5.4).
    private static int again(
            Invocation call,
            Execution execution,
            RunArgument runs,
            RunRef run,
            RunState state,
            EndEvent.Completed completed) {
        JournalEnding.requireWhole(runs.home().events(run.repo(), run.run()));
        var finishedAt = state.ended() == null ? call.console().clock().instant() : state.ended();
        int letters = state.items() == null ? 0 : state.items().letters().count();
        var advice = AfterTheEnd.advice(run.run().text(), RunCounts.of(state), letters);
        if (!completed.status().equals("completed")) {
            call.note(run.run() + " ran to its end" + (advice == null ? "" : "; " + advice));
        }
        return new EndReport(call).print(execution.service().result(run, allowed(call, completed), finishedAt));
    }

    private static EndEvent.Completed allowed(Invocation call, EndEvent.Completed end) {
        return call.has(Execution.ALLOW_FAILURES)
                ? new EndEvent.Completed(end.status(), 0, end.durationMs(), end.items(), end.outputs())
                : end;
    }

    /// A run that ended is resumed for its failed items only where it is named.
    private static String wayToRetry(RunArgument runs, RunService service) {
        var failed = runs.here().stream()
                .filter(run -> service.record(run).hasItemsToRetry())
                .map(run -> run.run().text())
                .toList();
        return switch (failed.size()) {
            case 0 -> WHAT_BECAME;
            case 1 -> "prodigy resume " + failed.getFirst() + " --retry-failed";
            default -> "Name one that has failed items:\n  " + String.join("\n  ", failed);
        };
    }

    private static void checkFile(Invocation call, String file, RunEvent.Started started) {
        var recorded = started.workflowFile();
        boolean same = isStdin(file)
                ? recorded == null
                : recorded != null
                        && call.console().directory().resolve(file).normalize().equals(Path.of(recorded));
        if (!same) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "other_workflow",
                    "the run was started with " + (recorded == null ? "stdin" : recorded) + ", not "
                            + (isStdin(file) ? "stdin" : file),
                    "Leave the file out.");
        }
    }

    private static boolean isStdin(@Nullable String file) {
        return WorkflowFiles.STDIN.equals(file);
    }

    /// A run that could be resumed, were its journal there, is not told to be none.
    private static void refuseLost(RunArgument runs, RunService service) {
        runs.lost(false).stream()
                .filter(run -> service.record(run).isResumable())
                .findFirst()
                .ifPresent(run -> runs.resolve(run.run().text()));
    }

    private static RunRef onlyResumable(Invocation call, RunArgument runs) {
        var service = RunServices.of(call.console());
        var resumable = runs.here().stream()
                .filter(run -> service.record(run).isResumable())
                .toList();
        if (resumable.size() == 1) {
            return resumable.getFirst();
        }
        if (resumable.isEmpty()) {
            refuseLost(runs, service);
        }
        var names = resumable.stream().map(run -> run.run().text()).toList();
        var more = new FieldsWriter().put("candidates", Value.ofTexts(names)).done();
        throw resumable.isEmpty()
                ? new CommandFailure(
                        ExitCode.USAGE,
                        "run_not_found",
                        "there is no run here that could be resumed",
                        call.has(RETRY_FAILED) ? wayToRetry(runs, service) : WHAT_BECAME)
                : new CommandFailure(
                        ExitCode.USAGE,
                        "run_ambiguous",
                        names.size() + " runs could be resumed",
                        "Name one of\n  " + String.join("\n  ", names),
                        more);
    }
}
