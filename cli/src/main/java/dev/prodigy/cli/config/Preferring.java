package dev.prodigy.cli.config;

import dev.prodigy.cli.command.Preferences;
import dev.prodigy.cli.output.Console;
import java.util.List;
import java.util.Objects;

/// Reads from the configuration how commands talk.
public final class Preferring {
    private static final List<String> LEVELS = List.of("error", "warn", "info", "debug", "trace");

    private Preferring() {}

    /// @return the preferences; a configuration that is wrong says nothing here
    public static Preferences of(Console console) {
        var configuration = Configuration.of(console);
        return new Preferences(
                LEVELS.indexOf(Objects.requireNonNullElse(configuration.text(ConfigKey.LOG_LEVEL), "warn")) - 1,
                Objects.requireNonNullElse(configuration.text(ConfigKey.COLOR), "auto"),
                Objects.requireNonNullElse(configuration.text(ConfigKey.PROGRESS), "auto"));
    }
}
