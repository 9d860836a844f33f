package dev.prodigy.engine.breaker;

/// What an admitted request holds until its result is reported.
///
/// @param epoch of the breaker when it was admitted; a result of an older one says nothing about the present
public record Permit(long epoch) {}
