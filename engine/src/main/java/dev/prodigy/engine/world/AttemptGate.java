package dev.prodigy.engine.world;

import dev.prodigy.engine.admission.StepRequest;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.StepEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What stands before the attempts of steps in the whole run: breakers, the agents' quota, the run-wide retry
/// budget (spec 02 §6.3, §7, §8).
public interface AttemptGate {

    /// Waits until an attempt may be made, or never is to be.
    ///
    /// @throws Cut when the run is ending
    Entry enter(StepRequest request) throws Cut;

    /// Journals a retry, where the run's budget and deadline admit it, and returns when that is durable.
    ///
    /// @return null when the retry may be made after its wait, else why not
    /// @throws Cut when the run is ending
    @Nullable
    RetryAborted retry(Context context, StepEvent.RetryScheduled retry) throws Cut;

    /// @return how long this world's steps waited for admission: no limit but the workflow's is
    ///     charged for that
    Duration parked();

    /// Whether an attempt may be made.
    sealed interface Entry {
        /// It may; its end has to be told.
        non-sealed interface Admitted extends Entry {
            /// Tells how the attempt ended. After one that met the agents' usage limit this waits until it
            /// may be made again.
            ///
            /// @param error of the attempt, or null when it was good
            /// @throws Cut when the run is ending
            Leave leave(@Nullable ErrorRecord error) throws Cut;

            /// The attempt was cut off, and says nothing about anybody.
            void abandon();
        }

        /// It may; nothing in the run stands before it.
        record Free() implements Admitted {
            @Override
            public Leave leave(@Nullable ErrorRecord error) {
                return Leave.Counted.FREE;
            }

            @Override
            public void abandon() {}
        }

        /// The step's breaker does not admit it.
        ///
        /// @param error of what is not admitted
        record Refused(ErrorRecord error) implements Entry {}
    }

    /// What follows from the end of an attempt.
    sealed interface Leave {
        /// The attempt counts, and its layer decides.
        ///
        /// @param rejection how the step's breaker would refuse the next attempt now, or null when it
        ///     need not
        /// @param budgetSpent the run-wide budget admits no further retry now
        record Counted(Entry.@Nullable Refused rejection, boolean budgetSpent) implements Leave {
            /// Nothing keeps the layer from deciding freely.
            public static final Counted FREE = new Counted(null, false);
        }

        /// The attempt did not count, and is to be made again under the same number.
        record Again() implements Leave {}
    }
}
