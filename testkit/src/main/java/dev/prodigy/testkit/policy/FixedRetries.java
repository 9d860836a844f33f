package dev.prodigy.testkit.policy;

import dev.prodigy.model.policy.BackoffBlock;
import dev.prodigy.model.policy.RetryBlock;
import java.time.Duration;

/// The simplest retries: so many attempts with the same wait between them, as an author would write them.
public final class FixedRetries {
    private FixedRetries() {}

    /// @param attempts the first included
    /// @param delay before each further one
    public static RetryBlock of(int attempts, Duration delay) {
        var fixed = new BackoffBlock(BackoffBlock.Strategy.FIXED, delay, null, null, null);
        return new RetryBlock(false, attempts, fixed, null, null, null, null, null, null, null, null, null);
    }
}
