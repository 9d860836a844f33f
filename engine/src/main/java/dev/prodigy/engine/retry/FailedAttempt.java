package dev.prodigy.engine.retry;

import dev.prodigy.model.error.ErrorRecord;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The attempt that just failed, and how its layer came there.
///
/// @param error its classification
/// @param number of the attempt, from 1
/// @param at when it failed
/// @param sinceFirstFailure from the end of the first failed attempt; time without a running process is not counted
/// @param previousDelay the wait before this attempt, or null before the first
/// @param endsTheLayer the layer's own breaker refused it, or the layer's own total time limit passed; the same
///     failure from further inside is an ordinary one
public record FailedAttempt(
        ErrorRecord error,
        int number,
        Instant at,
        Duration sinceFirstFailure,
        @Nullable Duration previousDelay,
        boolean endsTheLayer) {}
