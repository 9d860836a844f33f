package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.Exit;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.progress.Tally;
import dev.prodigy.cli.run.AfterTheEnd;
import dev.prodigy.cli.run.EndReport;
import dev.prodigy.cli.run.Execution;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.engine.run.RunCounts;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterBox;
import dev.prodigy.runtime.run.RunResult;
import dev.prodigy.runtime.run.RunService;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Runs selected dead letters again and tells how it went (spec 05 §2.5).
final class Redrive {
    private static final int USUAL_WIDTH = 5;
    private static final int WITH_FAILURES = 3;
    private static final int NAMED = 5;

    private final Invocation call;
    private final RunArgument runs;
    private final RunRef run;
    private final RedriveOutcomes outcomes = new RedriveOutcomes();
    private boolean hasMerged;

    Redrive(Invocation call, RunArgument runs, RunRef run) {
        this.call = call;
        this.runs = runs;
        this.run = run;
    }

    /// @param maxParallel as given, or null
    /// @param shaped whether the width grows with success and a row of failures ends it
    /// @return the exit code
    int carryOut(Selection selection, @Nullable Integer maxParallel, boolean shaped) {
        var begun = call.console().clock().instant();
        var execution = new Execution(call);
        var chosen = selection.chosen();
        if (chosen.isEmpty() && !isHalfDone(execution)) {
            return nothing(execution, selection);
        }
        var options = new RunService.RedriveOptions(
                chosen.stream().map(DeadLetter::index).toList(),
                shaped,
                maxParallel == null ? usualWidth() : maxParallel,
                call.value(DlqRetry.MAX_RETRIES),
                call.arguments().has(LetterFilter.FILTER) ? String.valueOf(call.value(LetterFilter.FILTER)) : null);
        var tally = new Tally();
        tally.seed(chosen.size(), 0, 0, 0);
        var ended = execution.carryOut(
                tally,
                this::take,
                audience -> execution.service().redrive(run, execution.reloading(), options, audience));
        var result = execution.service().result(run, ended.terminal(), ended.at());
        return report(result, execution.service().record(run).status(), chosen.size(), begun);
    }

    private void take(Recorded recorded) {
        var item = recorded.context().itemId();
        if (item != null) {
            outcomes.take(item, recorded.event());
        } else if (recorded.event() instanceof WorktreeEvent.MergeCompleted) {
            hasMerged = true;
        }
    }

    /// The workflow's own width counts where it is less than usual.
    private int usualWidth() {
        var composed =
                WorkflowRecord.read(runs.home().events(run.repo(), run.run())).composed();
        return composed instanceof Value.Fields workflow
                        && workflow.get("map") instanceof Value.Fields map
                        && map.get("max_parallel") instanceof Value.Num(var width)
                ? Math.clamp(width.longValue(), 1, USUAL_WIDTH)
                : USUAL_WIDTH;
    }

    /// A redrive that was cut off behind its last item is repeated by the same command too (spec 03 §15): the reduce
    /// that waited for it, and the merge, are still to come.
    private boolean isHalfDone(Execution execution) {
        var state = execution.service().read(run);
        return state.redriving() != null && !(state.terminal() instanceof EndEvent.Completed) && remaining() == 0;
    }

    private int nothing(Execution execution, Selection selection) {
        execution.service().checkIdle(run);
        var status = execution.service().record(run).status();
        var advice = advice(execution.service().read(run), selection);
        if (call.json()) {
            call.document(document(status, Exit.OK, 0)
                    .put("remaining", remaining())
                    .put("duration_ms", 0)
                    .put("error", Value.Null.NULL)
                    .done());
        } else {
            call.line(run.run() + " " + status + ": nothing to retry");
        }
        if (advice != null) {
            call.note(advice);
        }
        return Exit.OK;
    }

    /// Why nothing is retried, where somebody may have expected otherwise, and what to do.
    private @Nullable String advice(RunState state, Selection selection) {
        var kept = selection.skipped().stream()
                .filter(each -> each.reason().equals(Selection.NOT_ELIGIBLE))
                .map(each -> each.letter().identity().itemId())
                .toList();
        var counts = RunCounts.of(state);
        if (kept.isEmpty()) {
            return counts == null || counts.failed() > 0
                    ? null
                    : AfterTheEnd.advice(run.run().text(), counts);
        }
        return "retrying would not help " + Counted.named(kept, kept.size(), NAMED)
                + " (dlq show says why); --force retries all the same";
    }

    /// @param status the run's afterwards; a redrive can have stopped itself in a run that is over
    private int report(RunResult result, String status, int selected, Instant begun) {
        long notStarted = outcomes.without(selected);
        int exitCode = exitCode(result, notStarted);
        var took = Duration.between(begun, call.console().clock().instant()).toMillis();
        var error = result.error();
        var hint = hint(result, notStarted);
        if (error != null) {
            call.console().err().println("prodigy: " + error.code() + ": " + Printable.text(error.message()));
        }
        EndReport.tellKept(call, result, hasMerged);
        EndReport.tellNext(call, result, hint);
        if (call.json()) {
            call.document(document(status, exitCode, notStarted)
                    .put("remaining", remaining())
                    .put("duration_ms", Math.max(0, took))
                    .put("error", error == null ? Value.Null.NULL : EndReport.hinted(ErrorJson.write(error), hint))
                    .done());
        } else {
            call.line(run.run() + " " + status + ": " + outcomes.succeeded() + " succeeded, " + outcomes.failed()
                    + " failed again, " + notStarted + " not started, " + left(remaining()));
        }
        return exitCode;
    }

    /// What was not started is still in the queue, and the same command takes it up.
    private @Nullable String hint(RunResult result, long notStarted) {
        return notStarted > 0 ? "prodigy dlq retry " + run.run() : EndReport.hint(result);
    }

    /// All selected succeeded: 0, unless their commits could not be merged. Otherwise items failed again, unless
    /// something else ended it, such as five failures in a row, of which the fifth may be the last item's.
    private int exitCode(RunResult result, long notStarted) {
        if (result.status().equals("stopped")) {
            return result.exitCode();
        }
        if (notStarted == 0 && outcomes.failed() == 0) {
            return result.status().equals("failed") ? result.exitCode() : Exit.OK;
        }
        if (notStarted == 0) {
            return call.has(Execution.ALLOW_FAILURES) ? Exit.OK : WITH_FAILURES;
        }
        return result.exitCode();
    }

    private FieldsWriter document(String status, int exitCode, long notStarted) {
        return new FieldsWriter()
                .put("job_id", run.run().text())
                .put("run_id", run.run().text())
                .put("status", status)
                .put("exit_code", exitCode)
                .put("retried", outcomes.succeeded() + outcomes.failed())
                .put("succeeded", outcomes.succeeded())
                .put("still_failed", outcomes.failed())
                .put("not_started", notStarted);
    }

    private long remaining() {
        try (var box = LetterBox.open(runs.home().events(run.repo(), run.run()), run.run())) {
            return box.count();
        }
    }

    private static String left(long remaining) {
        return remaining + (remaining == 1 ? " dead letter left" : " dead letters left");
    }
}
