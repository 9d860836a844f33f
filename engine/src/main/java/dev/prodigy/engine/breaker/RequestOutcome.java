package dev.prodigy.engine.breaker;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How an admitted request ended, as far as a breaker cares.
public sealed interface RequestOutcome {

    /// It succeeded.
    record Success() implements RequestOutcome {}

    /// It failed in a way that counts.
    ///
    /// @param resetsAt when the other side said that it will answer again, or null
    record Failure(@Nullable Instant resetsAt) implements RequestOutcome {}

    /// It failed in a way that does not count, was interrupted or was parked.
    record Neutral() implements RequestOutcome {}
}
