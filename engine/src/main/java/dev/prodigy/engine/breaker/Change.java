package dev.prodigy.engine.breaker;

import org.jspecify.annotations.Nullable;

/// What a signal did to a breaker.
///
/// @param state afterwards, often the same
/// @param rule the row of the table that applied
/// @param event what the journal is told, or null
public record Change(
        BreakerState state, BreakerRule rule, @Nullable BreakerEvent event) {
    static Change quietly(BreakerState state, BreakerRule rule) {
        return new Change(state, rule, null);
    }
}
