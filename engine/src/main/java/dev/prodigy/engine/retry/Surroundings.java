package dev.prodigy.engine.retry;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What stands around a layer when it decides about a retry.
///
/// @param breakerRejects the layer's breaker is open, after it was told of the failure, and rejects
/// @param runBudgetSpent the run-wide budget admits no further retry (spec 02 §6.3)
/// @param deadline the nearest total time limit around the layer, or null
public record Surroundings(
        boolean breakerRejects,
        boolean runBudgetSpent,
        @Nullable Instant deadline) {
    /// Nothing keeps the layer from trying again.
    public static final Surroundings FREE = new Surroundings(false, false, null);
}
