package dev.prodigy.runtime.world;

import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import java.util.Optional;

/// The history that steps lead on in the worktree of a session (spec 03 §10, §14).
public interface SessionHistory {

    /// Hears that a step has ended, before its end is recorded: what it committed is kept from now on, in submodules
    /// too (spec 03 §12).
    ///
    /// @return the commit checked out, if the worktree is the run's own and in order
    Optional<ObjectId> head();

    /// Makes sure that the work of finished stages and items is still in it.
    ///
    /// @throws GitFailure HISTORY_REWRITTEN when it is not, WORKTREE_ERROR when the directory is no worktree
    ///     any more
    void require();
}
