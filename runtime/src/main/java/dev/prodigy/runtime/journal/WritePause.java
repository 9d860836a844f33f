package dev.prodigy.runtime.journal;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// How the writer waits before it continues a write that failed. Tests give one that only counts.
@FunctionalInterface
public interface WritePause {

    /// Returns after the duration.
    void pause(Duration duration);

    /// @return a pause of the calling thread
    static WritePause ofThread() {
        return duration -> {
            long end = System.nanoTime() + duration.toNanos();
            for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        };
    }
}
