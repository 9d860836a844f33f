package dev.prodigy.model.policy;

/// What a request meets that an open breaker does not admit (spec 02 §7).
public enum OnOpen {
    /// It stays pending until the breaker lets it through.
    WAIT,
    /// It fails at once with `CIRCUIT_OPEN`.
    REJECT,
    /// The run stops when the breaker opens.
    STOP
}
