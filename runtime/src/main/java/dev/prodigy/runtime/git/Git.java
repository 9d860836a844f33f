package dev.prodigy.runtime.git;

/// The `git` program. Everything that prodigy does with git goes through here (spec 03 §9).
public interface Git {

    /// Runs one command to its end.
    ///
    /// @return what it printed and how it ended; a failing command is a result, not an exception
    /// @throws GitFailure when the program cannot be started
    GitResult run(GitCommand command);

    /// Starts a command that answers line by line for as long as it is open, such as `cat-file --batch`.
    ///
    /// @throws GitFailure when the program cannot be started
    GitDialogue open(GitCommand command);

    /// @return the same git, whose commands are run by an execution and so end with it
    Git within(GitExecution execution);

    /// The run is being ended: neither a command that is kept open and stands still is waited for, nor a lock.
    default void hurry() {}

    /// @return whether the run is being ended
    default boolean isHurried() {
        return false;
    }
}
