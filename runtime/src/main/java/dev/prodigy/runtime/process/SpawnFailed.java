package dev.prodigy.runtime.process;

import java.io.Serial;

/// A process that could not be started; nothing of it ran (spec 03 §13).
public final class SpawnFailed extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final Kind kind;
    private final String subject;

    /// @param subject the program as it was named, or the directory
    /// @param reason a few words
    public SpawnFailed(Kind kind, String subject, String reason) {
        super(kind.sentence.formatted(subject, reason));
        this.kind = kind;
        this.subject = subject;
    }

    /// What was in the way.
    public enum Kind {
        /// No such program (`command_not_found`).
        PROGRAM_MISSING("Program not found: %s (%s)"),
        /// The file is there, but cannot be executed (as a shell's status 126).
        PROGRAM_NOT_EXECUTABLE("Program cannot be executed: %s (%s)"),
        /// The working directory is missing or cannot be entered.
        DIRECTORY_UNUSABLE("Working directory cannot be used: %s (%s)"),
        /// Out of processes or memory, five times in a row (`SPAWN_FAILED`).
        SHORTAGE("Cannot start %s: %s, five times in a row"),
        /// Prodigy itself may open no more files, five times in a row.
        NO_DESCRIPTORS("Cannot start %s: %s, five times in a row"),
        /// Anything else, such as too long an argument.
        REFUSED("Cannot start %s: %s");

        private final String sentence;

        Kind(String sentence) {
            this.sentence = sentence;
        }
    }

    public Kind kind() {
        return kind;
    }

    /// @return the program as it was named, or the directory
    public String subject() {
        return subject;
    }
}
