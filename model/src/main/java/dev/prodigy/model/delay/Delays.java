package dev.prodigy.model.delay;

import dev.prodigy.model.policy.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How long to wait before the next attempt: base delay, cap, jitter, clamp, in this order (spec 02 §3.4).
public final class Delays {
    private Delays() {}

    /// @param n number of the failed attempt, from 1
    /// @return the wait without jitter, never above the policy's cap
    public static Duration expected(RetryPolicy policy, int n) {
        return atMost(policy.cap(), BaseDelay.after(policy.backoff(), n));
    }

    /// @param n number of the failed attempt, from 1
    /// @param previous the wait before, or null for the first; only decorrelated jitter looks at it
    /// @param random uniformly drawn from 0 (inclusive) to 1 (exclusive)
    /// @return the wait with jitter, from 0 to the policy's cap
    public static Duration drawn(RetryPolicy policy, int n, @Nullable Duration previous, double random) {
        var delay = JitteredDelay.of(expected(policy, n), policy.jitter(), policy.backoff(), previous, random);
        return atMost(policy.cap(), delay);
    }

    private static Duration atMost(Duration cap, Duration delay) {
        return delay.compareTo(cap) > 0 ? cap : delay;
    }
}
