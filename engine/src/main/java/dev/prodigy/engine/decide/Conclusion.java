package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Ending;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunCounts;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// Writes the last event of a run and its exit code (spec 00, "Outcomes and exit codes").
final class Conclusion {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int WITH_FAILURES = 3;
    private static final int STOPPED = 4;
    private static final int TIMED_OUT = 5;
    private static final int INTERRUPTED = 75;
    private static final String CUT_OFF = "the process that ran it died, and its work is not done";

    private final boolean allowFailures;
    private final ErrorReporting reporting;

    Conclusion(Plan plan) {
        this.allowFailures = plan.allowFailures();
        this.reporting = new ErrorReporting(plan.map());
    }

    /// Everything was done; what failed on the way decides which of the two good ends it is.
    Decision completed(RunState state, Outputs outputs, Moment moment) {
        boolean clean = state.tolerated() == 0 && itemsAreClean(state);
        return finish(
                state,
                new EndEvent.Completed(
                        clean ? "completed" : "completed_with_failures",
                        clean || allowFailures ? 0 : WITH_FAILURES,
                        moment.elapsed().toMillis(),
                        items(state),
                        outputs));
    }

    /// A step or phase failed.
    Decision failed(RunState state, ErrorRecord error, Moment moment) {
        return finish(state, new EndEvent.Failed(error, FAILED, moment.elapsed().toMillis(), items(state)));
    }

    /// The run ends before its work is done.
    Decision ended(RunState state, Ending ending, Moment moment) {
        var ms = moment.elapsed().toMillis();
        return finish(
                state,
                switch (ending) {
                    case Ending.Cancelled cancelled ->
                        new EndEvent.Cancelled(
                                cancelled.by(),
                                cancelled.signalName(),
                                cancelled.actor(),
                                exitCodeOf(cancelled.signalName()),
                                ms,
                                items(state));
                    case Ending.TimedOut timedOut ->
                        new EndEvent.TimedOut(timedOut.timeoutMs(), TIMED_OUT, ms, items(state));
                    case Ending.Stopped stopped ->
                        new EndEvent.Stopped(stopped.reason(), stopped.error(), STOPPED, ms, items(state));
                    case Ending.Lacking lacking ->
                        new EndEvent.Interrupted(lacking.reason(), lacking.detail(), USAGE, ms);
                });
    }

    /// A redrive of a run whose own work is not done, or a merge by itself: the run stays what it was.
    Decision again(RunState state, Moment moment) {
        var ms = moment.elapsed().toMillis();
        return finish(
                state,
                switch (state.base()) {
                    case null -> new EndEvent.Interrupted(EndEvent.Interrupted.CRASH, CUT_OFF, INTERRUPTED, ms);
                    case EndEvent.Completed c ->
                        new EndEvent.Completed(c.status(), c.exitCode(), ms, items(state), c.outputs());
                    case EndEvent.Interrupted i -> new EndEvent.Interrupted(i.reason(), i.detail(), i.exitCode(), ms);
                    case EndEvent.Failed failed -> new EndEvent.Failed(failed.error(), FAILED, ms, items(state));
                    case EndEvent.Stopped stopped ->
                        new EndEvent.Stopped(stopped.reason(), stopped.error(), STOPPED, ms, items(state));
                    case EndEvent.TimedOut timedOut ->
                        new EndEvent.TimedOut(timedOut.timeoutMs(), TIMED_OUT, ms, items(state));
                    case EndEvent.Cancelled c ->
                        new EndEvent.Cancelled(c.by(), c.signal(), c.actor(), c.exitCode(), ms, items(state));
                });
    }

    private Decision finish(RunState state, EndEvent terminal) {
        var decision = new Decision.Builder();
        reporting.close(state, decision);
        return decision.event(terminal).effect(new Effect.Finish(terminal)).done();
    }

    private static boolean itemsAreClean(RunState state) {
        var items = state.items();
        return items == null || items.counts().successful() == items.total();
    }

    private static @Nullable Value items(RunState state) {
        var counts = RunCounts.atEnd(state);
        return counts == null ? null : counts.toFields();
    }

    private static int exitCodeOf(@Nullable String signalName) {
        return switch (signalName) {
            case "SIGINT" -> 130;
            case "SIGTERM" -> 143;
            case null, default -> FAILED;
        };
    }
}
