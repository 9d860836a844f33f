package dev.prodigy.runtime.process;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How long an execution may take (spec 02 §10).
///
/// @param attempt from start to end; null: no limit
/// @param idle without a sign of life: a byte of output, or an event where output is read for events; null: no
///     limit
/// @param grace from SIGTERM to SIGKILL, for whatever ends the execution
public record ExecutionLimits(
        @Nullable Duration attempt, @Nullable Duration idle, Duration grace) {
    /// The grace that holds where nothing else is configured.
    public static final Duration DEFAULT_GRACE = Duration.ofSeconds(5);

    /// No limit, five seconds of grace.
    public static final ExecutionLimits NONE = new ExecutionLimits(null, null, DEFAULT_GRACE);
}
