package dev.prodigy.cli.config;

import java.util.Locale;

/// Where a value comes from, the lowest first (spec 05 §4).
public enum ConfigSource {
    DEFAULT,
    USER,
    PROJECT,
    WORKFLOW,
    ENV,
    CLI;

    /// @return its name in `config trace`
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
