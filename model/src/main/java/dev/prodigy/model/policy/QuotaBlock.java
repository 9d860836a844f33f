package dev.prodigy.model.policy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A `quota` block as written (spec 02 §8.2). Null: not written.
public record QuotaBlock(
        QuotaPolicy.@Nullable OnLimit onLimit,
        @Nullable Duration maxWait,
        @Nullable Duration probeInterval) {

    /// @return this block over the inherited one, per field
    public QuotaBlock over(@Nullable QuotaBlock inherited) {
        if (inherited == null) {
            return this;
        }
        return new QuotaBlock(
                onLimit == null ? inherited.onLimit : onLimit,
                maxWait == null ? inherited.maxWait : maxWait,
                probeInterval == null ? inherited.probeInterval : probeInterval);
    }

    /// @return the policy with its defaults
    public QuotaPolicy resolve() {
        return new QuotaPolicy(
                onLimit == null ? QuotaPolicy.DEFAULT.onLimit() : onLimit,
                maxWait == null ? QuotaPolicy.DEFAULT.maxWait() : maxWait,
                probeInterval == null ? QuotaPolicy.DEFAULT.probeInterval() : probeInterval);
    }
}
