package dev.prodigy.model.policy;

/// The `then` of a custom failure handler: what becomes of the item when the handler's steps succeeded (spec 02
/// §5.2).
public enum AfterHandler {
    /// Dead-lettered; the default.
    DLQ,
    /// Counted as skipped.
    SKIP,
    /// One more item attempt, after whose failure the item is dead-lettered without the handler.
    RETRY,
    /// Counted as successful, its commits merged.
    RESOLVED,
    /// Dead-lettered, then the run stops.
    STOP
}
