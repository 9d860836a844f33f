package dev.prodigy.runtime.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The lock files that a `git update-ref` makes for a change of references that only prodigy writes, and leaves when it
/// is killed: until they are gone nobody can change those references (spec 03 §12).
///
/// @param files those that were not there before the change: another's stay
record RefLocks(List<Path> files) {

    /// @param commonDir the repository's git directory
    /// @param changes about to be made
    static RefLocks before(Path commonDir, List<RefChange> changes) {
        return new RefLocks(changes.stream()
                .filter(change -> isOwn(change.name()))
                .map(change -> commonDir.resolve(change.name() + ".lock"))
                .filter(Files::notExists)
                .toList());
    }

    private static boolean isOwn(String name) {
        return RefNames.isOwn(name) || name.startsWith(RefNames.ALL_WORKTREES);
    }

    /// Removes what a git left that has ended.
    void remove() {
        for (var file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw GitFailure.of(GitCode.GIT_LOCK, "cannot remove the stale lock file " + file, e);
            }
        }
    }
}
