package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.run.EndReport;
import dev.prodigy.cli.run.Execution;
import dev.prodigy.cli.runs.EarlyEnd;
import dev.prodigy.cli.runs.Remedy;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.run.RunResult;
import org.jspecify.annotations.Nullable;

/// What is told of a redrive that has ended (spec 05 §2.5).
///
/// @param terminal the event that ended it
/// @param result what the run has come to
/// @param status the run's afterwards; a redrive can have stopped itself in a run that is over
/// @param selected how many items were to be run
/// @param remaining dead letters that are left
/// @param hasMerged whether its commits are in the target
/// @param tookMs how long the command took
record RedriveReport(
        RedriveOutcomes outcomes,
        Event terminal,
        RunResult result,
        String status,
        int selected,
        long remaining,
        boolean hasMerged,
        long tookMs) {
    private static final int WITH_FAILURES = 3;

    /// @return the exit code
    int tell(Invocation call) {
        int exitCode = exitCode(call.has(Execution.ALLOW_FAILURES));
        var error = error();
        var hint = hint();
        if (error != null) {
            call.console().err().println("prodigy: " + error.code() + ": " + EndReport.message(call, error));
        }
        EndReport.tellKept(call, result, hasMerged);
        EndReport.tellNext(call, error, hint);
        if (call.json()) {
            call.document(document(result.runId(), status, exitCode, outcomes, notStarted())
                    .put("remaining", remaining)
                    .put("duration_ms", Math.max(0, tookMs))
                    .put("error", error == null ? Value.Null.NULL : EarlyEnd.hinted(ErrorJson.write(error), hint))
                    .done());
        } else {
            call.line(result.runId() + " " + status + ": " + outcomes.succeeded() + " succeeded, " + outcomes.failed()
                    + " failed again, " + notStarted() + " not started, " + left());
        }
        return exitCode;
    }

    private long notStarted() {
        return outcomes.without(selected);
    }

    /// What the run failed with before is none of this command's business.
    private @Nullable ErrorRecord error() {
        return outcomes.leftTheRunAsItWas(terminal) ? null : result.error();
    }

    /// What was not started, or stopped the redrive, is still in the queue, and the same command takes it up, unless
    /// people took it out meanwhile. A secret that was not stored it would lack again.
    @Nullable
    String hint() {
        boolean lacksSecret = terminal instanceof EndEvent.Interrupted end
                && end.reason().equals(EndEvent.Interrupted.CAPTURED_SECRET);
        boolean repeats = remaining > 0 && !lacksSecret && (notStarted() > 0 || outcomes.stoppedItself(terminal));
        if (!repeats) {
            return EndReport.hint(result);
        }
        var first = terminal instanceof EndEvent.Interrupted end ? Remedy.of(end.reason()) : null;
        return (first == null ? "" : first + ", then ") + "prodigy dlq retry " + result.runId();
    }

    /// What ended the redrive before its time counts first. Then its items do: all selected succeeded is 0, unless a
    /// phase behind them failed, and else items failed again.
    private int exitCode(boolean allowFailures) {
        if (endedBeforeItsTime()) {
            return result.exitCode();
        }
        if (notStarted() > 0) {
            return result.exitCode();
        }
        if (outcomes.failed() > 0) {
            return allowFailures ? ExitCode.OK : WITH_FAILURES;
        }
        boolean failed = terminal instanceof EndEvent.Failed && !outcomes.leftTheRunAsItWas(terminal);
        return failed ? result.exitCode() : ExitCode.OK;
    }

    /// Of five failures in a row the fifth may be the last item's.
    private boolean endedBeforeItsTime() {
        return switch (terminal) {
            case EndEvent.Stopped _ -> outcomes.stoppedItself(terminal);
            case EndEvent.Cancelled _, EndEvent.TimedOut _, EndEvent.Interrupted _ ->
                !outcomes.leftTheRunAsItWas(terminal);
            default -> false;
        };
    }

    private String left() {
        return Counted.of(remaining, "dead letter") + " left";
    }

    /// @return the members that tell of any redrive, also of one without items
    static FieldsWriter document(String run, String status, int exitCode, RedriveOutcomes outcomes, long notStarted) {
        return new FieldsWriter()
                .put("job_id", run)
                .put("run_id", run)
                .put("status", status)
                .put("exit_code", exitCode)
                .put("retried", outcomes.succeeded() + outcomes.failed())
                .put("succeeded", outcomes.succeeded())
                .put("still_failed", outcomes.failed())
                .put("not_started", notStarted);
    }
}
