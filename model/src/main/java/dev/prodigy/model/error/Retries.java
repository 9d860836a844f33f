package dev.prodigy.model.error;

import org.jspecify.annotations.Nullable;

/// How far the layer that reports an error had come with its attempts (spec 02 §2.1).
///
/// @param attempt number of the last attempt made, from 1; 0 when nothing was executed
/// @param maxAttempts how many were allowed, the first included
/// @param exhausted whether all allowed attempts were used
/// @param aborted why no further one was made although some were left, or null
public record Retries(
        int attempt,
        int maxAttempts,
        boolean exhausted,
        @Nullable RetryAborted aborted) {
    /// Nothing was executed and nothing decided yet.
    public static final Retries NONE = new Retries(0, 1, false, null);

    /// @return the facts about attempt number `attempt` before it is decided whether another follows
    public static Retries at(int attempt, int maxAttempts) {
        return new Retries(attempt, maxAttempts, false, null);
    }

    /// @return the same attempt, the last of all that were allowed
    public Retries usedUp() {
        return new Retries(attempt, maxAttempts, true, null);
    }

    /// @return what this layer says, with the inner layer's reason where this one has none of its own
    public Retries around(Retries inner) {
        return aborted != null ? this : new Retries(attempt, maxAttempts, exhausted, inner.aborted);
    }

    /// @return the same attempt, after which the layer gave up early
    public Retries givenUp(RetryAborted reason) {
        return new Retries(attempt, maxAttempts, false, reason);
    }
}
