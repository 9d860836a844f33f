package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;

/// What every worktree of a run gets beside its tracked files (spec 03 §9, `include` and `submodules`).
///
/// @param included copies of ignored files
/// @param submodules whether submodules are checked out
public record Provision(IncludedFiles included, boolean submodules) {

    /// Checks out the submodules at the commits that the worktree names.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public void checkOutSubmodules(Repository repository, WorkTree tree) {
        if (submodules) {
            new Submodules(repository).checkOut(tree);
        }
    }

    /// Hands commits that an item made inside of submodules over to the user's copies, which outlive the slot.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public void keepSubmoduleCommits(Repository repository, WorkTree tree, ItemAttempt item) {
        if (submodules) {
            new Submodules(repository).keepCommits(tree, item.salvageRef());
        }
    }
}
