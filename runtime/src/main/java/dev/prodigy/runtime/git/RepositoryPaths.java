package dev.prodigy.runtime.git;

import java.nio.file.Path;

/// Where a repository is.
///
/// @param checkout the worktree prodigy was started in, linked or not
/// @param commonDir the git directory that all worktrees share
/// @param prefix the subdirectory prodigy was started from, relative to the checkout's top
public record RepositoryPaths(WorkTree checkout, Path commonDir, Path prefix) {

    /// @return the folder that names the repository, also when started in a linked worktree (spec 05 §5.1)
    public Path mainFolder() {
        var parent = commonDir.getParent();
        if (commonDir.endsWith(".git") && parent != null) {
            return parent;
        }
        // The git directory of a submodule, or of --separate-git-dir, lies elsewhere and does not name the checkout.
        return isMainCheckout() ? checkout.root() : commonDir;
    }

    /// @return whether the run was started in the repository's own worktree, not in a linked one
    public boolean isMainCheckout() {
        return checkout.gitDir().equals(commonDir);
    }
}
