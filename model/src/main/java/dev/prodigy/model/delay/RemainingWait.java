package dev.prodigy.model.delay;

import java.time.Duration;
import java.time.Instant;

/// What is left of a wait after a restart (spec 02 §12).
public final class RemainingWait {
    private RemainingWait() {}

    /// @param delay the wait as it was drawn
    /// @param due when it should have ended, by the clock of then
    /// @param now the clock of now, which may have been set in between
    /// @return from 0 to `delay`, whatever the clock did
    public static Duration of(Duration delay, Instant due, Instant now) {
        if (!now.isBefore(due)) {
            return Duration.ZERO;
        }
        return now.isBefore(due.minus(delay)) ? delay : Duration.between(now, due);
    }
}
