package dev.prodigy.engine.item;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What must be remembered of an item between its first attempt and its end.
///
/// @param firstStart on the run clock
/// @param firstFailure on the run clock, or null when none has failed
/// @param lastWait the wait before the current attempt, zero for the first
/// @param executionMs of all attempts that ended
/// @param waitMs of all waits between attempts and inside of them
/// @param conflicts attempts that ended in a merge conflict
/// @param parked time before breakers and quotas, for which no limit but the workflow's is charged
/// @param handled whether its handler has run, and wanted one more attempt
/// @param failedSeq `seq` of the event that told its last failure, 0 while none has failed
public record Trail(
        Duration firstStart,
        @Nullable Duration firstFailure,
        Duration lastWait,
        long executionMs,
        long waitMs,
        int conflicts,
        Duration parked,
        boolean handled,
        long failedSeq) {

    static Trail begun(Duration at) {
        return new Trail(at, null, Duration.ZERO, 0, 0, 0, Duration.ZERO, false, 0);
    }

    /// @param executions time in all attempts so far, in milliseconds
    /// @param waits time in all waits so far, in milliseconds
    Trail failed(Duration at, long executions, long waits, boolean conflict) {
        return new Trail(
                firstStart,
                firstFailure == null ? at : firstFailure,
                lastWait,
                executions,
                waits,
                conflicts + (conflict ? 1 : 0),
                parked,
                handled,
                failedSeq);
    }

    Trail waiting(Duration wait) {
        return new Trail(
                firstStart,
                firstFailure,
                wait,
                executionMs,
                waitMs + wait.toMillis(),
                conflicts,
                parked,
                handled,
                failedSeq);
    }

    Trail parked(Duration more) {
        return new Trail(
                firstStart,
                firstFailure,
                lastWait,
                executionMs,
                waitMs,
                conflicts,
                parked.plus(more),
                handled,
                failedSeq);
    }

    Trail afterHandler() {
        return new Trail(firstStart, firstFailure, lastWait, executionMs, waitMs, conflicts, parked, true, failedSeq);
    }

    /// @param seq of the event that told the failure
    Trail failedAt(long seq) {
        return new Trail(firstStart, firstFailure, lastWait, executionMs, waitMs, conflicts, parked, handled, seq);
    }
}
