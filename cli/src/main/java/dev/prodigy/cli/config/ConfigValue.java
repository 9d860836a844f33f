package dev.prodigy.cli.config;

import dev.prodigy.model.value.Value;

/// A value of a key and where it stands.
///
/// @param from a file with line and column, a variable, or `built in`
public record ConfigValue(Value value, ConfigSource source, String from) {}
