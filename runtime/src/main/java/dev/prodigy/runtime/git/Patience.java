package dev.prodigy.runtime.git;

import dev.prodigy.runtime.time.Waiter;
import java.time.Duration;

/// A limited amount of waiting, spent in pauses that double from 10 ms to 500 ms. Only waiting counts, so no clock is
/// needed.
final class Patience {
    private static final Duration FIRST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofMillis(500);

    private final Waiter waiter;
    private Duration left;
    private Duration pause = FIRST;

    Patience(Waiter waiter, Duration limit) {
        this.waiter = waiter;
        this.left = limit;
    }

    /// Waits once.
    ///
    /// @return false, without waiting, when the limit is spent; also when the thread is interrupted, which it stays
    boolean wearsOn() {
        if (left.compareTo(pause) < 0) {
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
