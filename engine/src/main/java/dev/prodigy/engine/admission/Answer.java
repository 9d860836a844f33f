package dev.prodigy.engine.admission;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.RetryAborted;
import org.jspecify.annotations.Nullable;

/// What a run answers to a step that asks about its attempts. It may take long: whoever asks waits.
public sealed interface Answer {

    /// The attempt may be made. After an attempt that met the agents' usage limit: it may be made again.
    record Admitted() implements Answer {}

    /// The step's breaker does not admit it, and it is not to wait; or the step has no right to it.
    ///
    /// @param error of what is not admitted
    record Refused(ErrorRecord error) implements Answer {}

    /// The attempt's end is noted.
    ///
    /// @param rejection how the step's breaker would refuse the next attempt now, or null when it need not
    /// @param budgetSpent the run-wide budget admits no further retry now
    record Noted(@Nullable Refused rejection, boolean budgetSpent) implements Answer {}

    /// The retry is journaled, and may be made after its wait.
    record RetryGranted() implements Answer {}

    /// The run admits no retry.
    ///
    /// @param because its budget is spent, or its deadline comes first
    record RetryDenied(RetryAborted because) implements Answer {}

    /// The run is stopping: the work is to unwind as interrupted.
    record Halted() implements Answer {}
}
