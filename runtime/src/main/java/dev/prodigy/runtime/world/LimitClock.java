package dev.prodigy.runtime.world;

import java.time.Duration;

/// The clock on which the limits around a step are measured. It stands still while steps wait for admission,
/// those of a run that the step calls included (spec 02 §8.2, §10).
public interface LimitClock {
    /// Of a run that nobody called.
    LimitClock NONE = new LimitClock() {
        @Override
        public Duration worked() {
            return Duration.ZERO;
        }

        @Override
        public void stop() {}

        @Override
        public void goOn() {}
    };

    /// @return what it shows
    Duration worked();

    /// A step begins to wait for admission.
    void stop();

    /// It goes on, or away. The clock goes on with the last of them.
    void goOn();
}
