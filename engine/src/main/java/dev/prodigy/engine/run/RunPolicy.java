package dev.prodigy.engine.run;

import dev.prodigy.model.policy.QuotaPolicy;
import dev.prodigy.model.policy.RetryBudget;
import org.jspecify.annotations.Nullable;

/// What holds for the steps of a run wherever they stand (spec 02 §6.3, §8).
///
/// @param retryBudget retries of the whole run, or null for no limit
/// @param itemsUseAgents whether the template of the items has an agent step
public record RunPolicy(QuotaPolicy quota, @Nullable RetryBudget retryBudget, boolean itemsUseAgents) {
    /// Nothing was written.
    public static final RunPolicy DEFAULT = new RunPolicy(QuotaPolicy.DEFAULT, null, false);
}
