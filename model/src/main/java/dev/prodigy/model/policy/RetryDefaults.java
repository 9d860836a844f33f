package dev.prodigy.model.policy;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a retry block means where it is silent: the table of spec 02 §3.8, in the one place for all dialects.
///
/// @param dialect decides the linear rule
/// @param attempts of a block that does not say how many
/// @param initialDelay the first wait
/// @param base factor of exponential, the default strategy
/// @param cap longest wait unless the block says so or writes a longer one; null: none
/// @param exhausted the wait behind a custom list when there is no cap
/// @param filter which failures are retried when the block has no list
/// @param emptyFilter the same, for an empty list
/// @param maxRetryAfter longest requested wait that is kept
public record RetryDefaults(
        Dialect dialect,
        int attempts,
        Duration initialDelay,
        double base,
        @Nullable Duration cap,
        Duration exhausted,
        RetryFilter filter,
        RetryFilter emptyFilter,
        Duration maxRetryAfter) {
    private static final Duration CAP = Duration.ofSeconds(30);
    private static final RetryFilter EVERY = new RetryFilter.Every();
    private static final RetryFilter NO_FAILURE = new RetryFilter.Listed(Matchers.NONE);

    private static final RetryDefaults STEP = common(Dialect.STEP, CAP, EVERY, EVERY);
    private static final RetryDefaults ITEM = common(Dialect.ITEM, null, EVERY, EVERY);
    private static final RetryDefaults GRAPH = common(Dialect.GRAPH, CAP, new RetryFilter.RetryableOnly(), NO_FAILURE);

    private static RetryDefaults common(
            Dialect dialect, @Nullable Duration cap, RetryFilter filter, RetryFilter emptyFilter) {
        return new RetryDefaults(
                dialect, 3, Duration.ofSeconds(1), 2.0, cap, CAP, filter, emptyFilter, Duration.ofMinutes(5));
    }

    /// @return the defaults of blocks at such a place
    public static RetryDefaults of(Dialect dialect) {
        return switch (dialect) {
            case STEP -> STEP;
            case ITEM -> ITEM;
            case GRAPH -> GRAPH;
        };
    }

    /// @return the policy where no block stands at all: one attempt
    public RetryPolicy once() {
        return RetryBlock.ofAttempts(1).resolve(dialect);
    }

    /// @return the default cap of a block whose longest written delay is this; a default must not shorten what the
    /// author wrote
    @Nullable
    Duration maxDelay(Duration longestWritten) {
        return cap == null || cap.compareTo(longestWritten) >= 0 ? cap : longestWritten;
    }

    /// @return the filter of a written list, or of none (null)
    RetryFilter filter(@Nullable Matchers written) {
        if (written == null) {
            return filter;
        }
        return written.isEmpty() ? emptyFilter : new RetryFilter.Listed(written);
    }

    /// @param written the block's `backoff`, or null; an `initial` in it beats `initialDelay`
    /// @return the strategy with all its parameters
    Backoff backoff(@Nullable BackoffBlock written, @Nullable Duration initialDelay, @Nullable Duration maxDelay) {
        var block = written == null ? BackoffBlock.of(BackoffBlock.Strategy.EXPONENTIAL) : written;
        var own = block.initial() == null ? initialDelay : block.initial();
        var initial = own == null ? this.initialDelay : own;
        return switch (block.strategy()) {
            case NONE -> new Backoff.None();
            case FIXED -> new Backoff.Fixed(initial);
            case LINEAR -> linear(initial, block.increment() == null ? initial : block.increment());
            case EXPONENTIAL -> new Backoff.Exponential(initial, block.base() == null ? base : block.base());
            case FIBONACCI -> new Backoff.Fibonacci(initial);
            case CUSTOM ->
                new Backoff.Custom(
                        block.delays() == null ? List.of() : block.delays(), maxDelay == null ? exhausted : maxDelay);
        };
    }

    private Backoff linear(Duration initial, Duration increment) {
        return switch (dialect) {
            case STEP, GRAPH -> new Backoff.Linear(initial, increment);
            case ITEM -> new Backoff.Linear(initial.plus(increment), increment);
        };
    }
}
