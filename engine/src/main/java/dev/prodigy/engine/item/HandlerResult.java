package dev.prodigy.engine.item;

import dev.prodigy.model.error.ErrorRecord;

/// How a custom handler's steps ended (spec 02 §5.2).
public sealed interface HandlerResult {

    /// They succeeded.
    ///
    /// @param kept what is kept of the workspace
    record Good(long durationMs, AttemptResult.Kept kept) implements HandlerResult {}

    /// They succeeded, and the item's work is merged with theirs, as `then: resolved` wants.
    record Resolved(long durationMs, AttemptResult.Succeeded success) implements HandlerResult {}

    /// They failed or timed out, or the work they left could not be merged.
    ///
    /// @param kept what is kept of the workspace
    record Bad(long durationMs, ErrorRecord error, AttemptResult.Kept kept) implements HandlerResult {}

    /// They were cut off, and begin again at the first.
    ///
    /// @param reason `cancelled`, `halt` or `crash`
    record Interrupted(String reason) implements HandlerResult {}
}
