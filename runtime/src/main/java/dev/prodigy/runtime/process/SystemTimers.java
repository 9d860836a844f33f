package dev.prodigy.runtime.process;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The machine's time. Its one thread ends with {@link #close}.
public final class SystemTimers implements Timers, AutoCloseable {
    private final ScheduledThreadPoolExecutor executor;

    public SystemTimers() {
        executor = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name("prodigy-timers").daemon().factory());
        executor.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        var scheduled = executor.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    /// Drops what is still to be done.
    @Override
    public void close() {
        executor.shutdownNow();
    }
}
