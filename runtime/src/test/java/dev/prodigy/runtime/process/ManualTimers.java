package dev.prodigy.runtime.process;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Time that stands still until a test moves it.
final class ManualTimers implements Timers {
    private final List<Entry> pending = new ArrayList<>();
    private final List<Duration> set = new ArrayList<>();
    private Duration now = Duration.ZERO;

    private record Entry(Duration delay, Duration due, Runnable action) {}

    @Override
    public synchronized Instant now() {
        return Instant.EPOCH.plus(now);
    }

    @Override
    public synchronized long nanoTime() {
        return now.toNanos();
    }

    @Override
    public synchronized Timer after(Duration delay, Runnable action) {
        var entry = new Entry(delay, now.plus(delay), action);
        pending.add(entry);
        set.add(delay);
        notifyAll();
        return () -> cancel(entry);
    }

    private synchronized void cancel(Entry entry) {
        pending.remove(entry);
    }

    /// Moves the time on and does what falls due, in order.
    void advance(Duration by) {
        Duration until;
        synchronized (this) {
            until = now.plus(by);
        }
        for (var due = next(until); due != null; due = next(until)) {
            due.action().run();
        }
        synchronized (this) {
            now = until;
        }
    }

    private synchronized Entry next(Duration until) {
        var next = pending.stream()
                .filter(entry -> entry.due().compareTo(until) <= 0)
                .min(Comparator.comparing(Entry::due))
                .orElse(null);
        if (next != null) {
            pending.remove(next);
            now = next.due();
        }
        return next;
    }

    /// Waits until somebody waits for this long, and lets that time pass.
    void passWhenAwaited(Duration delay) throws InterruptedException {
        synchronized (this) {
            while (pending.stream().noneMatch(entry -> entry.delay().equals(delay))) {
                wait();
            }
        }
        advance(delay);
    }

    /// @return every delay that was ever asked for, in order
    synchronized List<Duration> everSet() {
        return List.copyOf(set);
    }
}
