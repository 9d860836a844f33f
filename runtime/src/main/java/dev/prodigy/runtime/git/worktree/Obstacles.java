package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/// Local files that stand in the way of checking out another commit: changed or untracked, where the commits differ.
public final class Obstacles {
    private final Git git;

    /// @param git runs what is asked
    public Obstacles(Git git) {
        this.git = git;
    }

    /// @param status of the worktree
    /// @param to the commit that is to be checked out
    /// @return their paths; local files elsewhere can stay
    /// @throws dev.prodigy.runtime.git.GitFailure WORKTREE_ERROR
    public List<String> find(WorkTree tree, Status status, ObjectId to) {
        var from = status.head();
        if (from == null) {
            return status.paths();
        }
        var changed = new TreeSet<>(git.run(GitCommand.at(tree, "diff-tree", "-r", "-z", "--name-only", "--no-renames")
                        .and(from.hex(), to.hex()))
                .orThrow(GitCode.WORKTREE_ERROR)
                .fields());
        return status.paths().stream().filter(path -> meets(path, changed)).toList();
    }

    /// Makes the paths as they are in the commit checked out, or removes them. They must have been saved.
    ///
    /// @throws IOException when one cannot be removed
    public void clear(WorkTree tree, ObjectId head, List<String> paths) throws IOException {
        git.run(GitCommand.at(tree, "reset", "-q", head.hex(), "--pathspec-from-file=-", "--pathspec-file-nul")
                .with("GIT_LITERAL_PATHSPECS", "1")
                .reading(String.join("\0", paths)));
        for (var path : paths) {
            DirectoryTree.delete(tree.root().resolve(path));
        }
    }

    /// Also when one is a folder where the other has a file.
    private static boolean meets(String path, NavigableSet<String> changed) {
        if (changed.contains(path)) {
            return true;
        }
        String below = changed.ceiling(path + "/");
        if (below != null && below.startsWith(path + "/")) {
            return true;
        }
        for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
            if (changed.contains(path.substring(0, slash))) {
                return true;
            }
        }
        return false;
    }
}
