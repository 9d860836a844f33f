package dev.prodigy.lang.decode;

/// One of the configured `variables`, which rank below everything that a workflow declares (spec 05 §4).
///
/// @param text its value
/// @param from where it is configured, for people: a file with line and column, or a variable of the environment
public record ConfiguredVariable(String text, String from) {}
