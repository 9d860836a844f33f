package dev.prodigy.model.delay;

import dev.prodigy.model.policy.Backoff;
import dev.prodigy.model.policy.Jitter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The third link of the chain: a wait drawn from the interval of a jitter kind (spec 02 §3.4).
final class JitteredDelay {
    private static final int SPREAD = 3;

    private JitteredDelay() {}

    /// @param delay the capped wait
    /// @param previous the wait before, or null for the first
    /// @param random uniformly drawn from 0 (inclusive) to 1 (exclusive)
    static Duration of(Duration delay, Jitter jitter, Backoff backoff, @Nullable Duration previous, double random) {
        var d = Nanos.of(delay);
        return switch (jitter.kind()) {
            case NONE -> delay;
            case FULL -> between(0, d, random);
            case EQUAL -> between(d / 2, d, random);
            case SYMMETRIC -> between(d - d * jitter.factor(), d + d * jitter.factor(), random);
            case DECORRELATED -> decorrelated(initial(backoff, d), previous, random);
        };
    }

    private static Duration decorrelated(double initial, @Nullable Duration previous, double random) {
        var upper = SPREAD * (previous == null ? initial : Nanos.of(previous));
        return between(initial, Math.max(initial, upper), random);
    }

    /// Decorrelated waits forget how often was tried; only exponential may be combined with them.
    private static double initial(Backoff backoff, double otherwise) {
        return backoff instanceof Backoff.Exponential exponential ? Nanos.of(exponential.initial()) : otherwise;
    }

    private static Duration between(double from, double to, double random) {
        return Duration.ofNanos(Math.round(from + (to - from) * random));
    }
}
