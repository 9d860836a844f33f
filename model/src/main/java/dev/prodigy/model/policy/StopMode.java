package dev.prodigy.model.policy;

/// What running items do when the run's own policy stops it (spec 02 §4).
public enum StopMode {
    /// They finish.
    DRAIN,
    /// They are cancelled and become pending.
    KILL
}
