package dev.prodigy.cli.command;

/// Exit codes of commands that execute no work (spec 05 §1). Those of runs come with their status.
public final class ExitCode {
    /// Done, also for an empty list.
    public static final int OK = 0;
    /// Understood, but not possible.
    public static final int NOT_POSSIBLE = 1;
    /// Bad command line, unreadable or invalid workflow.
    public static final int USAGE = 2;
    /// Storage cannot be used, or a journal is damaged.
    public static final int STORAGE = 75;

    private ExitCode() {}
}
