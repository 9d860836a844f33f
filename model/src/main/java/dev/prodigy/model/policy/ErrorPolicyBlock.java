package dev.prodigy.model.policy;

import org.jspecify.annotations.Nullable;

/// An `error_policy`, or the convenience keys beside it, as written (spec 02 §4). Null: not written.
public record ErrorPolicyBlock(
        @Nullable OnItemFailure onItemFailure,
        @Nullable Boolean continueOnFailure,
        @Nullable Integer maxFailures,
        @Nullable Double failureThreshold,
        @Nullable Integer minSamples,
        @Nullable Double confidence,
        @Nullable ErrorCollection errorCollection,
        @Nullable StopMode stopMode,
        @Nullable RetryBlock retryConfig,
        @Nullable BreakerBlock circuitBreaker,
        @Nullable RetryBudget runRetryBudget,
        @Nullable QuotaBlock quota) {

    /// Nothing written: all defaults.
    public static final ErrorPolicyBlock EMPTY =
            new ErrorPolicyBlock(null, null, null, null, null, null, null, null, null, null, null, null);

    /// Merges per field, `retry_config`, `circuit_breaker` and `quota` within themselves.
    ///
    /// @param lower the block of lower precedence
    /// @return this block over the lower one
    public ErrorPolicyBlock over(ErrorPolicyBlock lower) {
        return new ErrorPolicyBlock(
                onItemFailure == null ? lower.onItemFailure : onItemFailure,
                continueOnFailure == null ? lower.continueOnFailure : continueOnFailure,
                maxFailures == null ? lower.maxFailures : maxFailures,
                failureThreshold == null ? lower.failureThreshold : failureThreshold,
                minSamples == null ? lower.minSamples : minSamples,
                confidence == null ? lower.confidence : confidence,
                errorCollection == null ? lower.errorCollection : errorCollection,
                stopMode == null ? lower.stopMode : stopMode,
                retryConfig == null ? lower.retryConfig : retryConfig.over(lower.retryConfig),
                circuitBreaker == null ? lower.circuitBreaker : circuitBreaker.over(lower.circuitBreaker),
                runRetryBudget == null ? lower.runRetryBudget : runRetryBudget,
                quota == null ? lower.quota : quota.over(lower.quota));
    }

    /// @param breakerAt where the breaker is used: items in MapReduce, nodes in a graph
    /// @return the policy with its defaults
    public ErrorPolicy resolve(Dialect breakerAt) {
        var failure = onItemFailure == null ? OnItemFailure.DLQ : onItemFailure;
        return new ErrorPolicy(
                failure.disposition(),
                continueOnFailure == null || continueOnFailure,
                maxFailures,
                failureThreshold,
                minSamples == null ? ErrorPolicy.DEFAULT_MIN_SAMPLES : minSamples,
                confidence,
                errorCollection == null ? new ErrorCollection.Aggregate() : errorCollection,
                stopMode == null ? StopMode.DRAIN : stopMode,
                itemRetry(failure),
                circuitBreaker == null ? null : circuitBreaker.resolve(breakerAt),
                runRetryBudget,
                quota == null ? QuotaPolicy.DEFAULT : quota.resolve());
    }

    private RetryPolicy itemRetry(OnItemFailure failure) {
        if (retryConfig != null) {
            return retryConfig.resolve(Dialect.ITEM);
        }
        return failure.retryByDefault()
                ? RetryBlock.EMPTY.resolve(Dialect.ITEM)
                : RetryDefaults.of(Dialect.ITEM).once();
    }
}
