package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.GitResult;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Survivors;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import dev.prodigy.runtime.git.worktree.ProvidedFiles;
import dev.prodigy.runtime.git.worktree.StaleLocks;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Brings the files of a slot to a commit, on the branch of an item (spec 03 §9, *Reset*): one
/// checkout, one clean.
final class SlotReset {
    /// More files of `worktree.setup` than a command line should name.
    private static final int MOST_NAMED = 1000;

    private final Worksite site;
    private final Repository repository;

    SlotReset(Worksite site) {
        this.site = site;
        this.repository = site.repository();
    }

    /// Checks out a commit, named by its id, on a new branch of the item. The branch of an earlier
    /// attempt gives way; commits that only it reached are saved first. One that is at the commit already stays.
    ///
    /// @throws GitFailure WORKTREE_ERROR, GIT_LOCK
    Saved checkOut(WorkTree tree, ItemAttempt user, ObjectId tip) {
        StaleLocks.clear(tree);
        StaleLocks.clearBranch(repository.commonDir(), user.branch());
        var result = tryCheckOut(tree, user, tip, "-b");
        if (result.ok()) {
            return new Saved.Nothing();
        }
        var earlier = repository.refs().find(user.branch());
        if (earlier.isEmpty()) {
            throw result.failure(GitCode.WORKTREE_ERROR);
        }
        if (earlier.get().equals(tip) && tryCheckOut(tree, user, tip, "-B").ok()) {
            return new Saved.Nothing();
        }
        var predecessor = new ItemAttempt(user.runId(), user.itemId(), Math.max(1, user.attempt() - 1));
        var survivors = Survivors.allBut(user.branch()).and(tip);
        var saved = site.salvage().saveCommit(earlier.get(), predecessor.salvageRef(), survivors);
        if (!repository.refs().change(new RefChange.Delete(user.branch(), earlier.get()))) {
            throw new GitFailure(GitCode.WORKTREE_ERROR, user.branch() + " was moved by another process");
        }
        tryCheckOut(tree, user, tip, "-b").orThrow(GitCode.WORKTREE_ERROR);
        return saved;
    }

    /// Gives tracked folders and files back the use by their owner that a step has taken away: git does not
    /// look at it. This goes through all files, which not every attempt could afford: one that failed or died
    /// is likely to have left them so.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    static void giveBack(WorkTree tree) {
        try {
            DirectoryTree.giveBack(tree.root());
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot go through " + tree.root(), e);
        }
    }

    /// @return new files of `worktree.setup` that are to stay with the ignored ones; nothing where the worktree has to
    ///     be set up again, because they are not as they were left, or too many to be named
    Optional<List<String>> madeBySetup(WorkTree tree) {
        return ProvidedFiles.untouched(tree).filter(made -> made.size() <= MOST_NAMED);
    }

    /// Removes what is not tracked.
    ///
    /// @param ignoredToo whether ignored files go as well
    /// @param spared paths of files that stay
    /// @throws GitFailure WORKTREE_ERROR
    void clean(WorkTree tree, boolean ignoredToo, List<String> spared) {
        var clean = GitCommand.at(tree, "clean", "-q", ignoredToo ? "-ffdx" : "-ffd")
                .and(spared.stream().map(SlotReset::sparing).toList());
        repository.git().run(clean).orThrow(GitCode.WORKTREE_ERROR);
    }

    /// @return the option that spares a file, whose name is a pattern there
    private static String sparing(String path) {
        return "--exclude=/" + path.replaceAll("[\\\\*?\\[ ]", "\\\\$0");
    }

    /// A branch that a power failure takes away is made again: nothing here is forced to the disk.
    private GitResult tryCheckOut(WorkTree tree, ItemAttempt user, ObjectId tip, String naming) {
        var checkout = GitCommand.at(tree, "-c", "core.fsync=none", "checkout", "-q", "-f", "--no-track")
                .and(List.of(naming, RefNames.shortBranch(user.branch()), tip.hex()));
        return repository.git().run(checkout);
    }
}
