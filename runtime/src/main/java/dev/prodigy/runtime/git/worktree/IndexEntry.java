package dev.prodigy.runtime.git.worktree;

/// A path in the index of a worktree.
///
/// @param path from the worktree's top
/// @param mode type and permissions, as git stores them
/// @param assumedUnchanged whether git does not look at the file (`update-index --assume-unchanged`)
/// @param skipped whether git takes the file to be left out of the checkout (`update-index --skip-worktree`, sparse
///     checkouts)
record IndexEntry(String path, int mode, boolean assumedUnchanged, boolean skipped) {
    private static final int TYPE = 0170000;
    private static final int GITLINK = 0160000;

    /// @return whether it names a commit of another repository, as a submodule does
    boolean isGitlink() {
        return (mode & TYPE) == GITLINK;
    }
}
