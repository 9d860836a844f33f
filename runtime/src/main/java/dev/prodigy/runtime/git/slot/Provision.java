package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.SubmoduleCommits;
import dev.prodigy.runtime.git.worktree.ProvidedFiles;

/// What every worktree of a run gets beside its tracked files (spec 03 §9, `include` and `submodules`).
///
/// @param included copies of ignored files
/// @param submodules whether submodules are checked out
public record Provision(IncludedFiles included, boolean submodules) {

    /// Copies the included files, which are not the work of whoever uses the worktree from now on.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public void include(WorkTree tree) {
        included.copyTo(tree.root());
        ProvidedFiles.begin(tree, included.paths());
    }

    /// Copies the included files where a process died that was at it: what it left may be half a file.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public void includeAnew(Repository repository, WorkTree tree) {
        included.removeFrom(repository.git(), tree);
        include(tree);
    }

    /// Copies the included files again that a reset has removed because git does not ignore them in the worktree, as it
    /// does in the user's checkout. The others are left as they are.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public void includeAgain(Repository repository, WorkTree tree) {
        var removed = included.notIgnoredIn(repository.git(), tree);
        removed.copyTo(tree.root());
        ProvidedFiles.beginAgain(tree, removed.paths());
    }

    /// Checks out the submodules at the commits that the worktree names.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public void checkOutSubmodules(Repository repository, WorkTree tree) {
        if (submodules) {
            new Submodules(repository).checkOut(tree);
        }
    }

    /// Moves the submodules to the commits that the worktree names by now; files that steps made in them stay.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public void followSubmodules(Repository repository, WorkTree tree) {
        if (submodules) {
            new Submodules(repository).follow(tree);
        }
    }

    /// Hands commits that were made inside of submodules over to the user's copies, so that what names them can be
    /// merged. Where that is not possible the worktree has them still, and is kept at its end.
    ///
    /// @param ref full name of the reference that keeps them there
    public static void keepSubmoduleCommits(Repository repository, WorkTree tree, String ref) {
        try {
            new SubmoduleCommits(repository).keep(tree, ref);
        } catch (GitFailure e) {
            // Whoever removes the worktree tries again, and says so.
        }
    }
}
