package dev.prodigy.runtime.process;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/// The time by which limits are measured. Tests move it by hand.
public interface Timers {
    /// @return the wall clock, for records
    Instant now();

    /// @return a clock in nanoseconds that is never set; only differences mean anything
    long nanoTime();

    /// Has something done once, later.
    ///
    /// @param action short, never blocking
    Timer after(Duration delay, Runnable action);

    /// Waits.
    default void pause(Duration delay) {
        var over = new CompletableFuture<Void>();
        after(delay, () -> over.complete(null));
        over.join();
    }

    /// Something that will be done.
    interface Timer {
        /// Has it not done, unless it is done already.
        void cancel();
    }
}
