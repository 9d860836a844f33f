package dev.prodigy.runtime.view;

import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What ended a run, as an error record (spec 02 §2.1).
public final class EndError {
    private EndError() {}

    /// @param terminal the run's last event
    /// @return the record, or null where the run completed
    public static @Nullable ErrorRecord of(Event terminal) {
        return switch (terminal) {
            case EndEvent.Failed failed -> failed.error();
            case EndEvent.Stopped stopped -> stopped.error();
            case EndEvent.TimedOut timedOut ->
                ErrorRecord.of(
                                KnownCode.WORKFLOW_TIMEOUT.row(),
                                "the run timed out after " + timedOut.timeoutMs() + "ms, its own deadline")
                        .with(Evidence.NONE.withTimeout(timedOut.timeoutMs(), TimeoutScope.WORKFLOW));
            case EndEvent.Cancelled cancelled ->
                ErrorRecord.of(
                        KnownCode.CANCELLED.row(),
                        "cancelled by " + (cancelled.signal() == null ? "a person" : cancelled.signal()));
            case EndEvent.Interrupted interrupted -> ErrorRecord.of(code(interrupted), interrupted.detail());
            default -> null;
        };
    }

    private static ErrorCode code(EndEvent.Interrupted end) {
        return end.lacksSecret()
                ? ErrorCode.of(end.reason(), Category.UNKNOWN, false)
                : ErrorCode.of(end.reason().toUpperCase(Locale.ROOT), Category.UNKNOWN);
    }

    /// @param at when the run ended
    /// @return the record with its run and moment, or null where the run completed
    public static @Nullable ErrorRecord of(Event terminal, String run, Instant at) {
        var error = of(terminal);
        if (error == null) {
            return null;
        }
        var origin = error.origin();
        var placed = origin.timestamp() == null ? origin.at(at) : origin;
        return error.with(placed.runId() == null ? placed.inRun(run, placed.phase()) : placed);
    }
}
