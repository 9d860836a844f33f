package dev.prodigy.engine.limit;

import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.policy.FailureDisposition;
import org.jspecify.annotations.Nullable;

/// Whether a run's failures are too many (spec 02 §6.1, §6.2). Asked after every finished item, in
/// constant time.
public final class FailureLimits {
    private final ErrorPolicy policy;
    private final @Nullable Integer most;
    private final @Nullable Double threshold;
    private final double quantile;

    /// @param policy of the run
    public FailureLimits(ErrorPolicy policy) {
        this(policy, policy.maxFailures(), policy.failureThreshold());
    }

    private FailureLimits(ErrorPolicy policy, @Nullable Integer most, @Nullable Double threshold) {
        this.policy = policy;
        this.most = most;
        this.threshold = threshold;
        this.quantile = policy.confidence() == null ? 0 : Wilson.quantile(policy.confidence());
    }

    /// @param failures instead of the policy's `max_failures`, or null to keep it
    /// @param rate instead of the policy's `failure_threshold`, or null to keep it
    /// @return the limits as a person changed them
    public FailureLimits changedBy(@Nullable Integer failures, @Nullable Double rate) {
        return failures == null && rate == null
                ? this
                : new FailureLimits(policy, failures == null ? most : failures, rate == null ? threshold : rate);
    }

    /// Checks in the order of the specification.
    ///
    /// @param disposition what became of the item that just failed; null when the item succeeded
    /// @param counts this item included
    /// @return the limit that is reached, or null to go on
    public @Nullable LimitReached check(@Nullable FailureDisposition disposition, ItemCounts counts) {
        if (disposition instanceof FailureDisposition.Stop) {
            return new LimitReached(KnownCode.ITEM_FAILED, null, counts.failures(), counts);
        }
        if (!policy.continueOnFailure() && counts.failures() > 0) {
            return new LimitReached(KnownCode.ITEM_FAILED, null, counts.failures(), counts);
        }
        if (most != null && counts.failures() >= most) {
            return new LimitReached(KnownCode.MAX_FAILURES_REACHED, most.doubleValue(), counts.failures(), counts);
        }
        if (threshold == null || counts.processed() < policy.minSamples()) {
            return null;
        }
        var rate = rate(counts);
        return rate > threshold
                ? new LimitReached(KnownCode.FAILURE_THRESHOLD_EXCEEDED, threshold, rate, counts)
                : null;
    }

    /// With a confidence, the least rate that the failures so far still leave likely.
    private double rate(ItemCounts counts) {
        return policy.confidence() == null
                ? (double) counts.failures() / counts.processed()
                : Wilson.lowerBound(counts.failures(), counts.processed(), quantile);
    }

    /// @return whether a map with so many items is too small for its failure rate to count; a warning
    ///     at its start
    public boolean rateCannotTrip(int items) {
        return policy.failureThreshold() != null && items < policy.minSamples();
    }
}
