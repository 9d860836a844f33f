package dev.prodigy.engine.run;

import dev.prodigy.engine.limit.RetryAllowance;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What a run's attempts count against its budgets. Only the fold of the journal changes it.
public final class Spent {
    RetryAllowance itemRetries = RetryAllowance.NONE;
    RetryAllowance stepRetries = RetryAllowance.NONE;
    long firstAttemptsInLists;

    @Nullable
    BigDecimal cost;

    Spent() {}

    /// @return attempts and retries of items so far, for the run-wide budget
    public RetryAllowance itemRetries() {
        return itemRetries;
    }

    /// @return first attempts of steps outside of items so far, for the run-wide budget
    public long firstAttemptsInLists() {
        return firstAttemptsInLists;
    }

    /// @return retries of all steps, and first attempts of those in items, so far, for the run-wide budget
    public RetryAllowance stepRetries() {
        return stepRetries;
    }

    /// @return what the agents have cost so far in US dollars, or null when that is unknown
    public @Nullable BigDecimal cost() {
        return cost;
    }
}
