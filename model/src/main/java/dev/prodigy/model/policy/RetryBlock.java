package dev.prodigy.model.policy;

import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A retry block as written, in any spelling: `retry_config`, `retry`, `retry_defaults`, `retry_policy` (spec
/// 02 §3.2). Null: not written.
///
/// @param off `false` or `none` stood there: one attempt, and nothing is inherited
/// @param retryOn an empty list is a value
public record RetryBlock(
        boolean off,
        @Nullable Integer attempts,
        @Nullable BackoffBlock backoff,
        @Nullable Duration initialDelay,
        @Nullable Duration maxDelay,
        Jitter.@Nullable Kind jitter,
        @Nullable Double jitterFactor,
        @Nullable Matchers retryOn,
        @Nullable Matchers noRetryOn,
        @Nullable Duration retryBudget,
        @Nullable Boolean respectRetryAfter,
        @Nullable Duration maxRetryAfter) {

    /// A block without any field: all defaults.
    public static final RetryBlock EMPTY =
            new RetryBlock(false, null, null, null, null, null, null, null, null, null, null, null);

    /// `retry: false`.
    public static final RetryBlock OFF =
            new RetryBlock(true, null, null, null, null, null, null, null, null, null, null, null);

    /// @return `retry: n`
    public static RetryBlock ofAttempts(int n) {
        return new RetryBlock(false, n, null, null, null, null, null, null, null, null, null, null);
    }

    /// Merges per field; `backoff` is one field with all its parameters.
    ///
    /// @param inherited what holds where this block says nothing, or null
    /// @return this block over the inherited one
    public RetryBlock over(@Nullable RetryBlock inherited) {
        if (inherited == null || off || inherited.off) {
            return this;
        }
        return new RetryBlock(
                false,
                first(attempts, inherited.attempts),
                backoff == null ? inherited.backoffUnder(initialDelay) : backoff,
                first(initialDelay, inherited.initialDelay),
                first(maxDelay, inherited.maxDelay),
                first(jitter, inherited.jitter),
                first(jitterFactor, inherited.jitterFactor),
                first(retryOn, inherited.retryOn),
                first(noRetryOn, inherited.noRetryOn),
                first(retryBudget, inherited.retryBudget),
                first(respectRetryAfter, inherited.respectRetryAfter),
                first(maxRetryAfter, inherited.maxRetryAfter));
    }

    /// @param ownInitial what the block that inherits writes at `initial_delay`, or null: it beats an inherited one
    private @Nullable BackoffBlock backoffUnder(@Nullable Duration ownInitial) {
        return backoff == null || ownInitial == null ? backoff : backoff.withoutInitial();
    }

    /// @return the policy of this block at its place, the defaults of {@link RetryDefaults} filled in
    public RetryPolicy resolve(Dialect dialect) {
        var defaults = RetryDefaults.of(dialect);
        if (off) {
            return defaults.once();
        }
        var cap = maxDelay == null ? defaults.maxDelay(longestDelay()) : maxDelay;
        return new RetryPolicy(
                attempts == null ? defaults.attempts() : attempts,
                defaults.backoff(backoff, initialDelay, cap),
                cap,
                new Jitter(
                        jitter == null ? Jitter.Kind.NONE : jitter,
                        jitterFactor == null ? Jitter.DEFAULT_FACTOR : jitterFactor),
                defaults.filter(retryOn),
                noRetryOn == null ? Matchers.NONE : noRetryOn,
                retryBudget,
                respectRetryAfter == null || respectRetryAfter,
                maxRetryAfter == null ? defaults.maxRetryAfter() : maxRetryAfter);
    }

    private Duration longestDelay() {
        var inBackoff = backoff == null ? Stream.<Duration>empty() : backoff.durations();
        return Stream.concat(Stream.ofNullable(initialDelay), inBackoff)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    private static <T> @Nullable T first(@Nullable T own, @Nullable T inherited) {
        return own == null ? inherited : own;
    }
}
