package dev.prodigy.cli.command;

/// What the program is called.
public final class Program {
    /// Its version.
    public static final String VERSION = "0.1.0";

    /// Name and version, for records.
    public static final String NAME = "prodigy " + VERSION;

    private Program() {}
}
