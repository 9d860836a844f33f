package dev.prodigy.runtime.process;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// Watches the limits of one execution and orders its stop when one passes.
final class LimitWatch {
    private static final Timers.Timer NONE = () -> {};

    private final ExecutionLimits limits;
    private final Timers timers;
    private final CompletableFuture<StopOrder> order;
    private final long startedAt;
    private final Timers.Timer attempt;
    private Timers.Timer idle = NONE;
    private boolean over;
    private volatile long lastSignOfLife;

    /// The time begins now.
    LimitWatch(ExecutionLimits limits, Timers timers, CompletableFuture<StopOrder> order) {
        this.limits = limits;
        this.timers = timers;
        this.order = order;
        this.startedAt = timers.nanoTime();
        this.lastSignOfLife = startedAt;
        this.attempt = limits.attempt() == null ? NONE : timers.after(limits.attempt(), () -> stop(Cause.TIMED_OUT));
        if (limits.idle() != null) {
            awaitSilence(limits.idle());
        }
    }

    void signOfLife() {
        lastSignOfLife = timers.nanoTime();
    }

    /// Ends the watching: the main process is dead, or is being ended.
    ///
    /// @return whether the attempt's limit has passed: a result at the limit comes too late (spec 02 §10). Then
    ///     an order has been given
    synchronized boolean close() {
        over = true;
        attempt.cancel();
        idle.cancel();
        boolean late =
                limits.attempt() != null && !left(limits.attempt(), startedAt).isPositive();
        if (late) {
            stop(Cause.TIMED_OUT);
        }
        return late;
    }

    private void stop(Cause cause) {
        order.complete(new StopOrder(cause, limits.grace()));
    }

    /// Output only notes the time; whether it came in time is looked at when the limit would have passed.
    private synchronized void awaitSilence(Duration limit) {
        if (over) {
            return;
        }
        var left = left(limit, lastSignOfLife);
        if (left.isPositive()) {
            idle = timers.after(left, () -> awaitSilence(limit));
        } else {
            stop(Cause.STALLED);
        }
    }

    private Duration left(Duration limit, long since) {
        return limit.minusNanos(timers.nanoTime() - since);
    }
}
