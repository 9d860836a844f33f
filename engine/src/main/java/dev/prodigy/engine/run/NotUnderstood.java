package dev.prodigy.engine.run;

/// An event that this version does not understand, and that is not optional (spec 05 §5.4).
///
/// @param type as the journal names it
public record NotUnderstood(String type, long seq) {}
