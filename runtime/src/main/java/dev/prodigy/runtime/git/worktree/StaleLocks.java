package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Removes git lock files that a dead process left on what only one run writes: its branches and its worktrees. The
/// caller holds the run's lock, or the slot's. All other lock files belong to someone else and stay (spec 03 §12).
public final class StaleLocks {
    private static final String SUFFIX = ".lock";

    private StaleLocks() {}

    /// Removes those of one worktree that the caller has a lease on.
    ///
    /// @return the files removed
    public static List<Path> clear(WorkTree tree) {
        var removed = new ArrayList<Path>();
        for (var name : List.of("index", "HEAD", "ORIG_HEAD", "config.worktree", "logs/HEAD")) {
            remove(tree.own(name + SUFFIX), removed);
        }
        return removed;
    }

    /// Removes those on the branches of one run.
    ///
    /// @param commonDir the repository's git directory
    /// @return the files removed
    public static List<Path> clear(Path commonDir, String runId) {
        var removed = new ArrayList<Path>();
        removed.addAll(clearBranch(commonDir, RefNames.sessionBranch(runId)));
        var items = commonDir.resolve(RefNames.itemBranches(runId));
        if (Files.isDirectory(items)) {
            try (var each = Files.newDirectoryStream(items, "*" + SUFFIX)) {
                each.forEach(file -> remove(file, removed));
            } catch (IOException e) {
                throw GitFailure.of(GitCode.GIT_LOCK, "cannot look for lock files in " + items, e);
            }
        }
        return removed;
    }

    /// Removes the one on a branch that only the run writes, while no process of a step that could write it lives.
    ///
    /// @param commonDir the repository's git directory
    /// @param branch full name
    /// @return the files removed
    public static List<Path> clearBranch(Path commonDir, String branch) {
        var removed = new ArrayList<Path>();
        remove(commonDir.resolve(branch + SUFFIX), removed);
        return removed;
    }

    /// Looks for those that a `git merge` into a branch can leave where it is checked out. The caller knows whose they
    /// are.
    ///
    /// @param commonDir the repository's git directory
    /// @param branch full name
    /// @return the files that are there
    public static List<Path> ofMerge(WorkTree tree, Path commonDir, String branch) {
        var places = new ArrayList<Path>();
        for (var name : List.of("index", "HEAD", "ORIG_HEAD", "AUTO_MERGE", "MERGE_HEAD")) {
            places.add(tree.own(name + SUFFIX));
        }
        places.add(commonDir.resolve(branch + SUFFIX));
        return places.stream().filter(Files::exists).toList();
    }

    /// Removes lock files that nobody holds any more.
    public static void remove(List<Path> files) {
        files.forEach(file -> remove(file, new ArrayList<>()));
    }

    private static void remove(Path file, List<Path> removed) {
        try {
            if (Files.deleteIfExists(file)) {
                removed.add(file);
            }
        } catch (IOException e) {
            throw GitFailure.of(GitCode.GIT_LOCK, "cannot remove the stale lock file " + file, e);
        }
    }
}
