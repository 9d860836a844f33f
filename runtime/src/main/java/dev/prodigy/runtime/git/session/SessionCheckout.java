package dev.prodigy.runtime.git.session;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.GitResult;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Survivors;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.slot.Provision;
import dev.prodigy.runtime.git.worktree.HeadLog;
import dev.prodigy.runtime.git.worktree.Obstacles;
import dev.prodigy.runtime.git.worktree.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Brings the files of a session worktree to a commit on its branch. What stands in the way is saved before it gives
/// way (spec 03 §9, §12).
final class SessionCheckout {
    private final Worksite site;
    private final Path root;
    private final String runId;
    private final SessionBranch branch;
    private final Provision provision;

    SessionCheckout(Worksite site, Path root, String runId, SessionBranch branch, Provision provision) {
        this.site = site;
        this.root = root;
        this.runId = runId;
        this.branch = branch;
        this.provision = provision;
    }

    /// Checks the branch out where HEAD is elsewhere. Commits that only HEAD reaches are saved, and files that stand in
    /// the way.
    ///
    /// @param putBack whether the branch was moved below the checked-out files, so that any of them may
    ///     be stale
    /// @return the worktree, which is another where the old one had to be kept for what it holds
    WorkTree attach(WorkTree tree, ObjectId tip, boolean putBack, List<SessionNotice> notices) {
        repository().refs().find(tree.foreignName("HEAD")).ifPresent(head -> {
            var saved = site.salvage()
                    .saveCommit(head, SessionWorktree.nextSalvageRef(site, runId), Survivors.ALL.and(tip));
            if (saved instanceof Saved.Kept) {
                notices.add(new SessionNotice.StrayCommitsSaved(head, saved));
            }
        });
        return putBack || (!checkOut(tree, tip).ok() && !isCheckedOutPastObstacles(tree, tip, notices))
                ? checkOutAnew(tree, tip, putBack, notices)
                : tree;
    }

    /// Only what stands in the way is saved and gives way.
    ///
    /// @return whether that was enough
    private boolean isCheckedOutPastObstacles(WorkTree tree, ObjectId tip, List<SessionNotice> notices) {
        var status = Status.ofAll(repository().git(), tree);
        var obstacles = new Obstacles(repository().git());
        var found = obstacles.find(tree, Status.ofOwn(repository().git(), tree), tip);
        var work = status.only(Set.copyOf(found));
        if (found.isEmpty()) {
            return false;
        }
        try {
            if (!work.isClean()) {
                var saved = site.salvage()
                        .saveInPlace(tree, work, SessionWorktree.nextSalvageRef(site, runId), Survivors.ALL);
                notices.add(new SessionNotice.ObstaclesSaved(saved, work.paths()));
            }
        } catch (GitFailure e) {
            return false; // they cannot be saved by themselves
        }
        clear(tree, obstacles, status, found);
        return checkOut(tree, tip).ok();
    }

    /// All that is not committed is saved.
    private WorkTree checkOutAnew(WorkTree tree, ObjectId tip, boolean putBack, List<SessionNotice> notices) {
        var status = Status.ofAll(repository().git(), tree);
        var obstacles = new Obstacles(repository().git());
        var paths = putBack ? status.paths() : obstacles.find(tree, status, tip);
        var saved = site.salvage().save(tree, status, SessionWorktree.nextSalvageRef(site, runId), Survivors.ALL);
        if (!paths.isEmpty()) {
            notices.add(new SessionNotice.ObstaclesSaved(saved, paths));
        }
        if (!saved.isInPlace()) {
            var fresh = site.registry().add(root, tip);
            fill(fresh, tip);
            return fresh;
        }
        clear(tree, obstacles, status, paths);
        force(tree, tip);
        return tree;
    }

    private void clear(WorkTree tree, Obstacles obstacles, Status status, List<String> paths) {
        try {
            var head = status.head();
            if (head != null) {
                obstacles.clear(tree, head, paths);
            }
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot clear " + root, e);
        }
    }

    /// Checks out a new worktree's files and gives it what every worktree gets.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    void fill(WorkTree tree, ObjectId tip) {
        HeadLog.begin(tree);
        force(tree, tip);
        provision.checkOutSubmodules(repository(), tree);
        provision.include(tree);
    }

    /// Gives a worktree what every worktree gets, where an earlier process died before it had all of that.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    void fillOn(WorkTree tree) {
        provision.checkOutSubmodules(repository(), tree);
        provision.includeAnew(repository(), tree);
    }

    /// Checks a commit out on the branch, over whatever is there.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    void force(WorkTree tree, ObjectId commit) {
        checkOut(tree, commit, "-f").orThrow(GitCode.WORKTREE_ERROR);
    }

    private GitResult checkOut(WorkTree tree, ObjectId commit, String... options) {
        return repository()
                .git()
                .run(GitCommand.at(tree, "checkout", "-q", "--no-track")
                        .and(options)
                        .and("-B", RefNames.shortBranch(branch.name()), commit.hex()));
    }

    private Repository repository() {
        return site.repository();
    }
}
