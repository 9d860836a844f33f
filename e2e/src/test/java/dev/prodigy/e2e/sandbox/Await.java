package dev.prodigy.e2e.sandbox;

import dev.prodigy.e2e.launcher.Prodigy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.LockSupport;

/// Waits for something that another process does, by asking again and again.
public final class Await {
    private static final long PAUSE_NANOS = 5_000_000;

    private Await() {}

    /// A question to the world.
    @FunctionalInterface
    public interface Condition {
        /// @return the answer
        boolean holds() throws IOException;
    }

    /// Waits until the answer is yes.
    ///
    /// @throws AssertionError when it is not within the limit
    public static void until(String what, Condition condition) {
        var deadline = System.nanoTime() + Prodigy.LIMIT.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("did not happen within " + Prodigy.LIMIT + ": " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /// @return the answer now
    public static boolean holds(Condition condition) {
        try {
            return condition.holds();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
