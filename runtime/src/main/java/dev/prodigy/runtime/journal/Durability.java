package dev.prodigy.runtime.journal;

/// What an acknowledged event has survived (spec 05 §5.3).
public enum Durability {
    /// Forced to the disk: power loss loses nothing.
    STRICT,
    /// Written, and forced within 50 ms: `kill -9` loses nothing, power loss at most the last 50 ms.
    RELAXED
}
