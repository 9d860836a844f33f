package dev.prodigy.runtime.git.change;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/// The lock files that `git add` and `git commit` make in the git directory of a worktree and hold while hooks run.
///
/// @param files those that are there
record HeldLocks(Set<Path> files) {
    private static final String NAMES = "{index,HEAD,next-index-*}.lock";

    HeldLocks {
        files = Set.copyOf(files);
    }

    static HeldLocks of(WorkTree tree) {
        var files = new HashSet<Path>();
        try (var found = Files.newDirectoryStream(tree.gitDir(), NAMES)) {
            found.forEach(files::add);
        } catch (IOException e) {
            throw GitFailure.of(GitCode.GIT_LOCK, "cannot look for lock files in " + tree.gitDir(), e);
        }
        return new HeldLocks(files);
    }

    /// Removes what a git left that was ended: while it ran nobody else could hold them.
    ///
    /// @param before those that were there before it began, and are another's
    void removeAllBut(HeldLocks before) {
        for (var file : files) {
            try {
                if (!before.files.contains(file)) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw GitFailure.of(GitCode.GIT_LOCK, "cannot remove the stale lock file " + file, e);
            }
        }
    }
}
