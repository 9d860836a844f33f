package dev.prodigy.runtime.workspace;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.merge.ItemMerge;
import dev.prodigy.runtime.git.session.Opened;
import dev.prodigy.runtime.git.session.SessionNotice;
import dev.prodigy.runtime.git.session.SessionWorktree;
import dev.prodigy.runtime.world.SessionHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How far a run's session has come: the tip of its branch, and what nobody may take out of its history. Used by one
/// thread at a time, but for the {@linkplain #history history}.
final class RunSession {
    private final Repository repository;
    private final SessionWorktree session;
    private final GitWorkspace.Settings settings;
    private final WorktreeNews news;
    private ObjectId tip;
    private volatile ObjectId held;
    private ObjectId journaled;
    private boolean opened;
    private boolean isMade;

    RunSession(Repository repository, SessionWorktree session, GitWorkspace.Settings settings, WorktreeNews news) {
        this.repository = repository;
        this.session = session;
        this.settings = settings;
        this.news = news;
        this.tip = settings.recorded();
        this.journaled = settings.recorded();
        this.held = settings.held();
        this.isMade = settings.hasSession();
    }

    ObjectId tip() {
        return tip;
    }

    /// Makes the worktree usable.
    ///
    /// @param merged the tip that the merges of items have led to, or null when there were none
    Opened open(@Nullable ObjectId merged) {
        boolean unused = isUnused();
        beginAgain();
        if (merged != null) {
            tip = merged;
            held = merged;
        }
        news.using(settings.sessionRoot(), RefNames.shortBranch(session.branch().name()), tip);
        var open = session.open(tip, held, isMade);
        opened = true;
        isMade = true;
        tip = open.tip();
        tell(open.notices(), unused);
        return open;
    }

    /// @return the history of the worktree, in which each step's end is looked for
    SessionHistory history() {
        return history;
    }

    private final SessionHistory history = new SessionHistory() {
        @Override
        public Optional<ObjectId> head() {
            var head = session.head();
            head.ifPresent(found -> session.hold(held, found));
            return head;
        }

        @Override
        public void require() {
            session.requireHeld(held);
        }
    };

    /// Parks the worktree, for items to be merged into the branch.
    ItemMerge park() {
        boolean unused = isUnused();
        beginAgain();
        session.park();
        var merges =
                new ItemMerge(repository, session.branch(), tip, notice -> tell(List.of(notice), unused), news::masked);
        tip = merges.tip();
        return merges;
    }

    /// Checks the branch out again for whoever looks into the worktree.
    ///
    /// @param merged the tip that the merges of items have led to
    void returnTo(ObjectId merged) {
        tell(session.open(merged).notices(), false);
    }

    /// Hears whether the worktree still is at its place.
    void isThere(boolean still) {
        isMade = still;
    }

    /// Takes over what the steps of a stage committed.
    ///
    /// @param good whether they came to a good end: then nothing may be left half done
    void stepsEnded(boolean good) {
        if (!opened) {
            return;
        }
        news.tookOut(name(), session.saveLostCommits());
        if (good) {
            session.unfinished().ifPresent(this::refuse);
        }
        follow(good);
        journaled = tip; // by the steps' own events
    }

    /// Takes over what an item that shares the worktree committed.
    void sharedStepsEnded(boolean good) {
        news.tookOut(name(), session.saveLostCommits());
        follow(good);
        tellTip();
    }

    /// Whose commits they are cannot be told, also where a process died in the middle of an attempt: the run has them.
    void tellTip() {
        if (!tip.equals(journaled)) {
            news.advanced(name(), tip);
            journaled = tip;
        }
    }

    /// @param merged the tip that the merges of items have led to, or null when there are none
    /// @return the tip as it may be merged: a branch that was moved away from finished work is put back first
    ObjectId settled(@Nullable ObjectId merged) {
        var notices = new ArrayList<SessionNotice>();
        if (merged != null) {
            tip = merged;
        } else if (session.branch().tip().isPresent()) {
            tip = session.branch().mend(tip, notices);
        }
        news.mended(name(), notices);
        return tip;
    }

    /// The failure of steps says more than what they have made of the history: the branch is put in order when the
    /// session is opened again.
    private void follow(boolean good) {
        try {
            tip = session.follow(held);
            if (good) {
                held = tip;
            }
        } catch (GitFailure e) {
            if (good) {
                throw e;
            }
        }
    }

    private void refuse(String unfinished) {
        var root = settings.sessionRoot();
        throw new GitFailure(
                GitCode.GIT_UNFINISHED,
                "the steps left a git operation unfinished in " + root + ": " + unfinished
                        + "; finish it there, or give it up (git -C " + root + " status says how)");
    }

    /// @return whether there was nothing on the session branch so far
    private boolean isUnused() {
        return !opened && tip.equals(settings.base());
    }

    private void beginAgain() {
        if (settings.mergedInto() != null && !opened) {
            session.branch().beginAgain(tip, settings.mergedInto());
        }
    }

    /// A branch that was never made, or that went with a run that had nothing on it, is not missed.
    private void tell(List<SessionNotice> notices, boolean unused) {
        news.mended(
                name(),
                notices.stream()
                        .filter(notice -> !(unused && notice instanceof SessionNotice.BranchRecreated))
                        .toList());
    }

    private String name() {
        return settings.runId();
    }
}
