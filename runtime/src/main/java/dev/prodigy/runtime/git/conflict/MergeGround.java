package dev.prodigy.runtime.git.conflict;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import dev.prodigy.runtime.git.worktree.Obstacles;
import dev.prodigy.runtime.git.worktree.ProvidedFiles;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.StatusEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// Makes a worktree fit for a merge: uncommitted work, which must have been saved, is removed. What every worktree
/// gets (spec 03 §9) is no work and stays, unless the merge may touch it.
final class MergeGround {
    private final Git git;
    private final WorkTree tree;

    MergeGround(Git git, WorkTree tree) {
        this.git = git;
        this.tree = tree;
    }

    /// Removes everything but ignored files.
    void clear() {
        git.run(GitCommand.at(tree, "reset", "-q", "--hard")).orThrow(GitCode.GIT_ERROR);
        git.run(GitCommand.at(tree, "clean", "-q", "-ffd")).orThrow(GitCode.GIT_ERROR);
    }

    /// Removes what is work, and what may be in the way.
    ///
    /// @param theirs what is going to be merged
    /// @return whether anything stays
    boolean clearWork(ObjectId theirs) {
        if (!ProvidedFiles.areIn(tree)) {
            clear();
            return false;
        }
        git.run(GitCommand.at(tree, "reset", "-q")).orThrow(GitCode.GIT_ERROR);
        var status = Status.ofOwn(git, tree);
        var staying = new HashSet<String>();
        ProvidedFiles.unchanged(tree, status.entries()).forEach(entry -> staying.add(entry.path()));
        new Obstacles(git).find(tree, status, theirs).forEach(staying::remove);
        var changed = new ArrayList<String>();
        for (var entry : status.entries()) {
            if (staying.contains(entry.path())) {
                continue;
            }
            if (entry.kind() == StatusEntry.Kind.UNTRACKED) {
                remove(entry.path());
            } else {
                changed.add(entry.path());
            }
        }
        putBack(changed);
        return !staying.isEmpty();
    }

    private void remove(String path) {
        try {
            DirectoryTree.delete(tree.root().resolve(path));
        } catch (IOException e) {
            throw GitFailure.of(GitCode.GIT_ERROR, "cannot remove " + path, e);
        }
    }

    private void putBack(List<String> paths) {
        if (!paths.isEmpty()) {
            git.run(GitCommand.at(tree, "restore", "-q", "--worktree", "--pathspec-from-file=-", "--pathspec-file-nul")
                            .with("GIT_LITERAL_PATHSPECS", "1")
                            .reading(String.join("\0", paths)))
                    .orThrow(GitCode.GIT_ERROR);
        }
    }
}
