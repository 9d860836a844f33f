package dev.prodigy.runtime.git;

import dev.prodigy.runtime.time.Waiter;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// A limited amount of waiting, spent in pauses that double from 10 ms to 500 ms. Only waiting counts, so no clock is
/// needed. None is left while the run is being ended (spec 03 §8): for a lock that another holds for the time of one
/// change git itself waits long enough.
final class Patience {
    private static final Duration FIRST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofMillis(500);

    private final Waiter waiter;
    private final BooleanSupplier hurried;
    private Duration left;
    private Duration pause = FIRST;

    /// @param hurried whether the run is being ended
    Patience(Waiter waiter, Duration limit, BooleanSupplier hurried) {
        this.waiter = waiter;
        this.hurried = hurried;
        this.left = limit;
    }

    /// Waits once.
    ///
    /// @return false, without waiting, when the limit is spent or the run is being ended; also when the thread is
    ///     interrupted, which it stays
    boolean wearsOn() {
        if (hurried.getAsBoolean() || left.compareTo(pause) < 0) {
            return false;
        }
        try {
            waiter.await(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        left = left.minus(pause);
        pause = pause.multipliedBy(2).compareTo(LONGEST) < 0 ? pause.multipliedBy(2) : LONGEST;
        return true;
    }
}
