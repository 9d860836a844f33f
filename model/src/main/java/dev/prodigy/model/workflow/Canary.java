package dev.prodigy.model.workflow;

import dev.prodigy.model.text.Setting;

/// The first items, which decide whether the rest may run (spec 03 §5).
///
/// @param items how many
/// @param approve a person decides; else `maxFailures` does
public record Canary(Setting<Integer> items, boolean approve, int maxFailures) {}
