package dev.prodigy.model.policy;

/// How many retries a whole run may make (spec 02 §6.3).
///
/// @param ratio retries allowed per first attempt, at least 0
/// @param minRetries allowed in any case
public record RetryBudget(double ratio, int minRetries) {
    /// The number of retries that is always allowed unless written otherwise.
    public static final int DEFAULT_MIN_RETRIES = 10;

    /// @return the budget of a bare ratio
    public static RetryBudget of(double ratio) {
        return new RetryBudget(ratio, DEFAULT_MIN_RETRIES);
    }
}
