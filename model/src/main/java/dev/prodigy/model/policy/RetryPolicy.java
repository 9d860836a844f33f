package dev.prodigy.model.policy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How often, when and for which failures a layer tries again: the one internal form of every retry
/// block (spec 02 §3.1). Nothing in it depends on the dialect any more. What happens after the last
/// attempt is the step's own matter.
///
/// @param attempts executions, the first included; 1…1000
/// @param maxDelay cap of every computed wait, before and after jitter; null: none (24h)
/// @param noRetryOn wins over `retryOn`
/// @param retryBudget most time from the first failure to the start of the last retry; null: no limit
/// @param respectRetryAfter whether a wait that the other side asked for is kept
/// @param maxRetryAfter a longer requested wait ends the layer
public record RetryPolicy(
        int attempts,
        Backoff backoff,
        @Nullable Duration maxDelay,
        Jitter jitter,
        RetryFilter retryOn,
        Matchers noRetryOn,
        @Nullable Duration retryBudget,
        boolean respectRetryAfter,
        Duration maxRetryAfter) {

    /// The longest wait there is.
    public static final Duration LONGEST_DELAY = Duration.ofHours(24);

    /// @return the same with so many executions
    public RetryPolicy withAttempts(int number) {
        return number == attempts
                ? this
                : new RetryPolicy(
                        number,
                        backoff,
                        maxDelay,
                        jitter,
                        retryOn,
                        noRetryOn,
                        retryBudget,
                        respectRetryAfter,
                        maxRetryAfter);
    }

    /// @return the cap that holds for every computed wait
    public Duration cap() {
        return maxDelay == null ? LONGEST_DELAY : maxDelay;
    }
}
