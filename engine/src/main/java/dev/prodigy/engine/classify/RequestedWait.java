package dev.prodigy.engine.classify;

import dev.prodigy.model.error.Evidence;
import java.time.Duration;
import java.time.Instant;

/// When the other side wants to be asked again (spec 02 §3.6, §8.1).
public sealed interface RequestedWait {

    /// After this time, counted from the failure; never negative.
    record In(Duration delay) implements RequestedWait {}

    /// Not before this moment; a past one means at once.
    record At(Instant moment) implements RequestedWait {}

    /// @return the evidence with this wait
    default Evidence addTo(Evidence evidence) {
        return switch (this) {
            case In(var delay) -> evidence.withRetryAfter(delay.toMillis(), null);
            case At(var moment) -> evidence.withRetryAfter(null, moment);
        };
    }

    /// @return the moment, for a failure that happened `now`
    default Instant momentFrom(Instant now) {
        return switch (this) {
            case In(var delay) -> now.plus(delay);
            case At(var moment) -> moment;
        };
    }
}
