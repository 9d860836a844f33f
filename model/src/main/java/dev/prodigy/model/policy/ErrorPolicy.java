package dev.prodigy.model.policy;

import org.jspecify.annotations.Nullable;

/// How a run reacts to failed items (spec 02 §4). Handlers are named here; their steps stand in the workflow.
///
/// @param continueOnFailure false: the first finally failed item stops the run
/// @param maxFailures stop when failures reach this, at least 1; null: no limit
/// @param failureThreshold stop when the failure rate exceeds this, 0…1; null: no limit
/// @param minSamples processed items before the rate counts, at least 1
/// @param confidence 0.5…1, exclusive: the rate's lower Wilson bound must exceed the threshold; null: the plain
///     rate
/// @param itemRetry attempts of a whole item
/// @param breaker of items (in a graph: the default of every node), or null
/// @param runRetryBudget retries of the whole run, or null for no limit
public record ErrorPolicy(
        FailureDisposition onItemFailure,
        boolean continueOnFailure,
        @Nullable Integer maxFailures,
        @Nullable Double failureThreshold,
        int minSamples,
        @Nullable Double confidence,
        ErrorCollection errorCollection,
        StopMode stopMode,
        RetryPolicy itemRetry,
        @Nullable BreakerPolicy breaker,
        @Nullable RetryBudget runRetryBudget,
        QuotaPolicy quota) {

    /// Processed items before the failure rate counts, unless written otherwise.
    public static final int DEFAULT_MIN_SAMPLES = 10;
}
