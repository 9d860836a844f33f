package dev.prodigy.runtime.git.change;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.worktree.Status;
import org.jspecify.annotations.Nullable;

/// What the repository says of an attempt that claims success (spec 03 §6).
public sealed interface RepositoryVerdict {

    /// All of it holds.
    ///
    /// @param head the last commit
    /// @param status of the worktree, for its leftovers
    record Holds(ObjectId head, Status status) implements RepositoryVerdict {}

    /// Something is missing, which fails the attempt.
    ///
    /// @param message one line, for people
    /// @param status of the worktree, or null when git cannot read it
    record Lacks(GitCode code, String message, @Nullable Status status) implements RepositoryVerdict {}
}
