package dev.prodigy.engine.item;

/// The first items, which decide whether the rest may run (spec 03 §5).
///
/// @param items how many they are, at least 1
/// @param approve a person decides; else `maxFailures` does
/// @param maxFailures how many of them may be failed or skipped
public record CanaryRule(int items, boolean approve, int maxFailures) {}
