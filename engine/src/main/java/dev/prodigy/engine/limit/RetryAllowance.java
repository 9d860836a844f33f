package dev.prodigy.engine.limit;

import dev.prodigy.model.policy.RetryBudget;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// How many retries the run-wide budget still admits (spec 02 §6.3). Steps (and nodes) and items are counted apart.
///
/// @param retries made so far
/// @param firstAttempts made so far
public record RetryAllowance(long retries, long firstAttempts) {
    /// Nothing was attempted yet.
    public static final RetryAllowance NONE = new RetryAllowance(0, 0);

    /// @return whether one more retry is admitted
    public boolean admits(RetryBudget budget) {
        return retries < limit(budget);
    }

    /// @return how many retries are allowed after so many first attempts
    public long limit(RetryBudget budget) {
        // in decimal: 0.29 of 100 are 29, not the 28 that remain of the product in binary
        var share = BigDecimal.valueOf(budget.ratio()).multiply(BigDecimal.valueOf(firstAttempts));
        var whole = share.setScale(0, RoundingMode.FLOOR).min(BigDecimal.valueOf(Long.MAX_VALUE / 2));
        return budget.minRetries() + whole.longValue();
    }

    /// @return after one more first attempt
    public RetryAllowance plusFirst() {
        return new RetryAllowance(retries, firstAttempts + 1);
    }

    /// @return after one more retry
    public RetryAllowance plusRetry() {
        return new RetryAllowance(retries + 1, firstAttempts);
    }
}
