package dev.prodigy.model.policy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A `circuit_breaker` block as written (spec 02 §7). Null: not written.
///
/// @param off `false` stood there: an inherited block is removed
public record BreakerBlock(
        boolean off,
        @Nullable Integer failureThreshold,
        @Nullable Integer successThreshold,
        @Nullable Duration timeout,
        @Nullable Integer halfOpenRequests,
        @Nullable OnOpen onOpen,
        @Nullable Matchers tripsOn,
        @Nullable String key) {

    /// A block without any field: all defaults.
    public static final BreakerBlock EMPTY = new BreakerBlock(false, null, null, null, null, null, null, null);

    /// `circuit_breaker: false`.
    public static final BreakerBlock OFF = new BreakerBlock(true, null, null, null, null, null, null, null);

    private static final int FAILURES = 5;
    private static final int SUCCESSES = 3;
    private static final int PROBES = 3;
    private static final Duration OPEN = Duration.ofSeconds(30);

    /// @param inherited what holds where this block says nothing, or null
    /// @return this block over the inherited one, per field
    public BreakerBlock over(@Nullable BreakerBlock inherited) {
        if (inherited == null || off || inherited.off) {
            return this;
        }
        return new BreakerBlock(
                false,
                failureThreshold == null ? inherited.failureThreshold : failureThreshold,
                successThreshold == null ? inherited.successThreshold : successThreshold,
                timeout == null ? inherited.timeout : timeout,
                halfOpenRequests == null ? inherited.halfOpenRequests : halfOpenRequests,
                onOpen == null ? inherited.onOpen : onOpen,
                tripsOn == null ? inherited.tripsOn : tripsOn,
                key == null ? inherited.key : key);
    }

    /// @return the policy at such a place, or null when the breaker was removed
    public @Nullable BreakerPolicy resolve(Dialect dialect) {
        if (off) {
            return null;
        }
        return new BreakerPolicy(
                failureThreshold == null ? FAILURES : failureThreshold,
                successThreshold == null ? SUCCESSES : successThreshold,
                timeout == null ? OPEN : timeout,
                halfOpenRequests == null ? PROBES : halfOpenRequests,
                onOpen == null ? defaultOnOpen(dialect) : onOpen,
                tripsOn,
                key);
    }

    private static OnOpen defaultOnOpen(Dialect dialect) {
        return switch (dialect) {
            case STEP, GRAPH -> OnOpen.REJECT;
            case ITEM -> OnOpen.WAIT;
        };
    }
}
