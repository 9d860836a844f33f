package dev.prodigy.model.delay;

import dev.prodigy.model.policy.Backoff;
import dev.prodigy.model.policy.RetryPolicy;
import java.time.Duration;

/// The first link of the chain: how long a strategy waits after the n-th failed attempt (spec 02 §3.4).
final class BaseDelay {
    private static final double LONGEST = Nanos.of(RetryPolicy.LONGEST_DELAY);

    private BaseDelay() {}

    /// @param n number of the failed attempt, from 1
    /// @return d(n), never longer than {@link RetryPolicy#LONGEST_DELAY}
    static Duration after(Backoff backoff, int n) {
        return switch (backoff) {
            case Backoff.None() -> Duration.ZERO;
            case Backoff.Fixed(var delay) -> times(delay, 1);
            case Backoff.Linear(var first, var increment) -> nanos(Nanos.of(first) + (n - 1.0) * Nanos.of(increment));
            case Backoff.Exponential(var initial, var base) -> times(initial, Math.pow(base, n - 1.0));
            case Backoff.Fibonacci(var initial) -> times(initial, fibonacci(n));
            case Backoff.Custom(var delays, var then) -> times(n <= delays.size() ? delays.get(n - 1) : then, 1);
        };
    }

    /// Zero stays zero, however large the factor.
    private static Duration times(Duration delay, double factor) {
        return delay.isZero() ? delay : nanos(Nanos.of(delay) * factor);
    }

    /// Overflow, infinity and NaN are the longest delay.
    private static Duration nanos(double nanos) {
        return nanos < LONGEST ? Duration.ofNanos(Math.round(nanos)) : RetryPolicy.LONGEST_DELAY;
    }

    /// In floating point: exact for longer than any wait, infinite when that is what it is.
    private static double fibonacci(int n) {
        double before = 0;
        double current = 1;
        for (var i = 1; i < n && current < LONGEST; i++) {
            var next = before + current;
            before = current;
            current = next;
        }
        return current;
    }
}
