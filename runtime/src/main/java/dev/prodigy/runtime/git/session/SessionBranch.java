package dev.prodigy.runtime.git.session;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Survivors;
import dev.prodigy.runtime.git.salvage.Worksite;
import java.util.List;
import java.util.Optional;

/// The branch that collects a run's commits, `prodigy/<run_id>`.
public final class SessionBranch {
    private final Worksite site;
    private final String runId;
    private final String name;

    /// @param runId whose branch it is
    public SessionBranch(Worksite site, String runId) {
        this(site, runId, RefNames.sessionBranch(runId));
    }

    /// A run inside another's worktree collects its commits on the branch checked out there.
    ///
    /// @param runId under whose name commits are saved
    /// @param name full name of the branch
    public SessionBranch(Worksite site, String runId, String name) {
        this.site = site;
        this.runId = runId;
        this.name = name;
    }

    /// @return the full name
    public String name() {
        return name;
    }

    /// @return what it points to now
    public Optional<ObjectId> tip() {
        return site.repository().refs().find(name);
    }

    /// Makes the branch lead on from the recorded tip: makes it when it is gone, puts it back when it
    /// was moved elsewhere. One that was moved forward stays.
    ///
    /// @param recorded the last tip the journal knows, or the base commit
    /// @param notices receives what had to be mended
    /// @return the tip
    /// @throws SessionGone naming the commit when the recorded one is gone
    public ObjectId mend(ObjectId recorded, List<SessionNotice> notices) {
        if (site.repository().objects().commit(recorded.hex()).isEmpty()) {
            throw new SessionGone(recorded);
        }
        var found = tip();
        if (found.isEmpty()) {
            change(new RefChange.Create(name, recorded));
            notices.add(new SessionNotice.BranchRecreated(name, recorded));
            return recorded;
        }
        if (site.repository().objects().isAncestor(recorded, found.get())) {
            return found.get();
        }
        var ref = site.salvage().freeName(RefNames.salvage(runId) + "session-");
        var saved = site.salvage()
                .saveCommit(found.get(), ref, Survivors.allBut(name).and(recorded));
        change(new RefChange.Move(name, found.get(), recorded));
        notices.add(new SessionNotice.BranchPutBack(name, found.get(), recorded, saved));
        return recorded;
    }

    /// Makes a branch that was merged away again, at the tip of what it was merged into (spec 03 §15). One that is
    /// there stays.
    ///
    /// @param recorded the last tip the journal knows
    /// @param target name of the local branch that has it
    public void beginAgain(ObjectId recorded, String target) {
        if (tip().isEmpty()) {
            site.repository()
                    .refs()
                    .find("refs/heads/" + target)
                    .filter(found -> site.repository().objects().isAncestor(recorded, found))
                    .ifPresent(found -> change(new RefChange.Create(name, found)));
        }
    }

    /// Makes sure that the work of finished stages and items is in a history that is to go on.
    ///
    /// @param held the last commit of that work
    /// @param what is at the commit, for people
    /// @throws GitFailure HISTORY_REWRITTEN when it is not, saying where that work is kept
    void require(ObjectId held, ObjectId at, String what) {
        if (!site.repository().objects().isAncestor(held, at)) {
            var ref = site.salvage().freeName(RefNames.salvage(runId) + "session-");
            var kept = site.salvage().saveCommit(held, ref, Survivors.ALL) instanceof Saved.Kept saved
                    ? "; that is kept in " + saved.ref()
                    : "";
            throw new GitFailure(
                    GitCode.HISTORY_REWRITTEN,
                    what + " is at " + at.abbreviated() + ", which does not lead on from " + held.abbreviated()
                            + ", what finished stages and items have come to" + kept);
        }
    }

    /// Moves the branch to where steps left HEAD.
    ///
    /// @param held the last commit of finished stages and items
    /// @throws GitFailure HISTORY_REWRITTEN when that is not an ancestor: finished work would be lost
    void follow(ObjectId held, ObjectId head) {
        require(held, head, "the session worktree");
        var tip = tip();
        if (tip.isEmpty()) {
            change(new RefChange.Create(name, head));
        } else if (!tip.get().equals(head)) {
            change(new RefChange.Move(name, tip.get(), head));
        }
    }

    /// Deletes the branch, if it is there.
    void delete() {
        tip().ifPresent(found -> change(new RefChange.Delete(name, found)));
    }

    private void change(RefChange change) {
        if (!site.repository().refs().change(change)) {
            throw new GitFailure(GitCode.WORKTREE_ERROR, name + " was moved by another process");
        }
    }
}
