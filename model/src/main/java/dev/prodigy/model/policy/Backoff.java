package dev.prodigy.model.policy;

import java.time.Duration;
import java.util.List;

/// How the waits between attempts grow; every parameter is known (spec 02 §3.4).
public sealed interface Backoff {

    /// No wait at all.
    record None() implements Backoff {}

    /// The same wait each time.
    record Fixed(Duration delay) implements Backoff {}

    /// Waits that grow by the same amount.
    ///
    /// @param first the wait after the first failed attempt; for items it is already one increment above `initial`
    record Linear(Duration first, Duration increment) implements Backoff {}

    /// Waits that grow by the same factor.
    ///
    /// @param base at least 1
    record Exponential(Duration initial, double base) implements Backoff {}

    /// `initial` times 1, 1, 2, 3, 5, 8 …
    record Fibonacci(Duration initial) implements Backoff {}

    /// These waits, and then always the same one.
    record Custom(List<Duration> delays, Duration then) implements Backoff {
        public Custom {
            delays = List.copyOf(delays);
        }
    }
}
