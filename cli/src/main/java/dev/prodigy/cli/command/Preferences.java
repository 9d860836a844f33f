package dev.prodigy.cli.command;

/// What is configured about how commands talk (spec 05 §4, `ui.*` and `log_level`); options beat it.
///
/// @param verbosity -1 to 3
/// @param color `auto`, `always` or `never`
/// @param progress `auto`, `plain` or `none`
public record Preferences(int verbosity, String color, String progress) {
    /// Nothing is configured.
    public static final Preferences DEFAULT = new Preferences(0, "auto", "auto");
}
