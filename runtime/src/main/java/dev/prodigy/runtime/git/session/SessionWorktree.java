package dev.prodigy.runtime.git.session;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.change.EvidenceCheck;
import dev.prodigy.runtime.git.conflict.ConflictResolution;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Survivors;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.salvage.Wreck;
import dev.prodigy.runtime.git.slot.Provision;
import dev.prodigy.runtime.git.worktree.StaleLocks;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The worktree of one run, in which its setup, reduce and merge steps work (spec 03 §9). Made when
/// a step first needs it. While items run it is parked on a detached HEAD, so that their merges
/// move the branch and no checkout. The caller holds the run's lock and calls from one thread at a
/// time.
public final class SessionWorktree {
    private final Worksite site;
    private final Path root;
    private final String runId;
    private final Provision provision;
    private final SessionBranch branch;
    private final SessionCheckout checkout;

    /// @param root its directory, in an existing or missing folder
    /// @param provision what it gets when it is made
    public SessionWorktree(Worksite site, Path root, String runId, Provision provision) {
        this.site = site;
        this.root = root;
        this.runId = runId;
        this.provision = provision;
        this.branch = new SessionBranch(site, runId);
        this.checkout = new SessionCheckout(site, root, runId, branch, provision);
    }

    /// @return the run's branch
    public SessionBranch branch() {
        return branch;
    }

    /// Makes the worktree usable, with its branch checked out: makes it, makes it again, or takes it
    /// back from being parked. Local files that stand in the way are saved first; others stay.
    ///
    /// @param recorded the last tip the journal knows, or the base commit
    /// @throws GitFailure WORKTREE_ERROR, GIT_LOCK
    public Opened open(ObjectId recorded) {
        return open(recorded, recorded, false);
    }

    /// Makes the worktree usable like {@link #open(ObjectId)}.
    ///
    /// @param held the last commit of finished stages and items, which no git of a step's may remove from now on
    /// @param wasMade whether it was made before, and is missed where nothing is left of it
    public Opened open(ObjectId recorded, ObjectId held, boolean wasMade) {
        var notices = new ArrayList<SessionNotice>();
        clearBranch();
        var tip = branch.mend(recorded, notices);
        boolean asideNow = !endWhatWasCutOff(notices).isInPlace();
        var existing = tree();
        if (existing.isEmpty() && !asideNow && (wasMade || Files.exists(root) || isRegistered())) {
            var saved = new Wreck(site).clear(root, this::save);
            notices.add(new SessionNotice.WorktreeRecreated(root, saved));
        }
        var tree = existing.orElseGet(() -> site.registry().add(root, tip));
        StaleLocks.clear(tree);
        boolean filled = existing.isEmpty();
        if (filled) {
            checkout.fill(tree, tip);
        } else {
            boolean putBack = notices.stream().anyMatch(SessionNotice.BranchPutBack.class::isInstance);
            if (putBack || !isOnBranch(tree)) {
                var attached = checkout.attach(tree, tip, putBack, notices);
                filled = !attached.equals(tree);
                tree = attached;
                provision.followSubmodules(repository(), tree);
            }
        }
        var readiness = new Readiness(tree);
        if (!readiness.isFilled()) {
            if (!filled) {
                checkout.fillOn(tree);
            }
            readiness.filled();
        }
        hold(tree, held);
        return new Opened(tree, directory(), tip, !readiness.isReady(), notices);
    }

    /// `worktree.setup` has ended well: steps may begin, and it is not run again in this worktree.
    public void wasSetUp() {
        tree().ifPresent(tree -> new Readiness(tree).ready());
    }

    /// Steps of the session run neither before it is opened nor behind its parking: what is locked was left.
    private void clearBranch() {
        StaleLocks.clearBranch(repository().commonDir(), branch.name());
    }

    /// A merge that prodigy began and an earlier process did not end is begun anew by whoever needs it.
    ///
    /// @return what of it was saved
    private Saved endWhatWasCutOff(List<SessionNotice> notices) {
        var tree = tree().filter(found -> new TakingIn(found).wasCutOff());
        if (tree.isEmpty()) {
            mergedIn();
            return new Saved.Nothing();
        }
        var saved = save(tree.get());
        notices.add(new SessionNotice.MergeGivenUp(saved));
        giveUpMerge();
        return saved;
    }

    /// Keeps what a step has come to: from being removed by a later step's git, where it leads on from finished work,
    /// and what was committed in submodules from going with the worktree.
    ///
    /// @param held the last commit of finished stages and items
    public void hold(ObjectId held, ObjectId reached) {
        tree().ifPresent(tree -> {
            if (repository().objects().isAncestor(held, reached)) {
                hold(tree, reached);
            }
            keepSubmoduleCommits(tree);
        });
    }

    /// Steps side by side end at the same time, and each reference has one of them to write it.
    private synchronized void keepSubmoduleCommits(WorkTree tree) {
        Provision.keepSubmoduleCommits(repository(), tree, RefNames.salvage(runId) + "session");
    }

    /// A reference of the worktree's own keeps git's garbage collection away from finished work whose branch a step
    /// has moved. It goes with the worktree.
    private void hold(WorkTree tree, ObjectId held) {
        var name = tree.foreignName("refs/worktree/prodigy");
        if (!repository().refs().find(name).equals(Optional.of(held))) {
            repository().refs().change(new RefChange.Put(name, held));
        }
    }

    /// Makes sure that a step has left the work of finished stages and items in the session's history. HEAD may be
    /// elsewhere for a while.
    ///
    /// @param held the last commit of that work
    /// @throws GitFailure HISTORY_REWRITTEN; WORKTREE_ERROR when a step has cut the directory off from the
    ///     repository
    public void requireHeld(ObjectId held) {
        if (Files.exists(root) && tree().isEmpty()) {
            throw new GitFailure(GitCode.WORKTREE_ERROR, root + " is no worktree any more");
        }
        var tip = branch.tip();
        if (tip.isPresent()) {
            branch.require(held, tip.get(), "the session branch");
        } else {
            head().ifPresent(head -> branch.require(held, head, "the session worktree"));
        }
    }

    /// @return the commit checked out, if the worktree is in order
    public Optional<ObjectId> head() {
        return tree().flatMap(this::head);
    }

    /// @return what git operation the steps left half done, in words; nothing when there is none
    public Optional<String> unfinished() {
        return tree().flatMap(tree -> new EvidenceCheck(repository()).unfinished(tree));
    }

    /// @return the worktree, when it is there and in order
    public Optional<WorkTree> tree() {
        return WorktreeLink.at(root)
                .filter(found -> WorktreeLink.isIntact(found, site.repository().commonDir()));
    }

    /// @return whether anything of it is there: the worktree, or its branch
    public boolean isThere() {
        return Files.exists(root) || isRegistered() || branch.tip().isPresent();
    }

    /// Lets go of the branch; no file changes. Without a worktree nothing happens.
    public void park() {
        clearBranch();
        tree().ifPresent(tree -> head(tree)
                .ifPresent(head -> repository().refs().change(new RefChange.Detach(tree.foreignName("HEAD"), head))));
    }

    /// Takes over what steps did: the branch follows HEAD, wherever the steps left it.
    ///
    /// @param held the last commit of finished stages and items
    /// @return the tip now
    /// @throws GitFailure HISTORY_REWRITTEN when that is not an ancestor of HEAD, WORKTREE_ERROR
    public ObjectId follow(ObjectId held) {
        var head = head().orElseThrow(() -> new GitFailure(GitCode.WORKTREE_ERROR, root + " is no worktree any more"));
        branch.follow(held, head);
        tree().ifPresent(tree -> {
            hold(tree, head);
            keepSubmoduleCommits(tree);
        });
        return head;
    }

    /// Saves commits that steps took out of their own history: made, then reset, amended or left.
    public Saved saveLostCommits() {
        return tree().map(tree -> site.salvage().saveLostCommits(tree, nextSalvageRef(), Survivors.ALL))
                .orElseGet(Saved.Nothing::new);
    }

    /// Saves what is not committed, and commits that the branch does not reach: the branch stays.
    public Saved saveLeftovers() {
        return tree().map(tree -> save(tree, Survivors.ALL)).orElseGet(Saved.Nothing::new);
    }

    /// @return paths of what is not committed, ignored files and what every worktree gets left out; none while there
    ///     is no worktree
    /// @throws GitFailure WORKTREE_ERROR
    public List<String> uncommitted() {
        return tree().map(tree -> Status.ofWork(repository().git(), tree).paths())
                .orElseGet(List::of);
    }

    /// Begins to merge a commit into the open worktree. What is not committed there must have been saved.
    ///
    /// @throws GitFailure GIT_ERROR, WORKTREE_ERROR
    public ConflictResolution mergeIn(ObjectId theirs) {
        var tree = tree().orElseThrow(() -> new GitFailure(GitCode.WORKTREE_ERROR, root + " is no worktree any more"));
        new TakingIn(tree).begins(theirs);
        return ConflictResolution.begin(repository(), tree, theirs);
    }

    /// Such a merge is part of the branch now.
    public void mergedIn() {
        tree().ifPresent(tree -> new TakingIn(tree).ended());
    }

    /// Gives such a merge up: the files are those of the branch again. What was done so far must have
    /// been saved.
    ///
    /// @throws GitFailure GIT_ERROR
    public void giveUpMerge() {
        tree().ifPresent(tree -> {
            repository().git().run(GitCommand.at(tree, "reset", "-q", "--hard")).orThrow(GitCode.GIT_ERROR);
            new TakingIn(tree).ended();
        });
    }

    /// Removes the worktree, and the branch unless the user has it checked out elsewhere. What is not
    /// committed, and commits that nothing else reaches, are saved.
    public List<Saved> dismantle() {
        var saved = new ArrayList<Saved>();
        saved.add(tree().map(this::save).orElseGet(Saved.Nothing::new));
        site.registry().remove(root);
        // A branch that the user looks at in a checkout of their own is theirs to delete now.
        if (!site.registry().isCheckedOut(branch.name())) {
            branch.tip()
                    .map(tip -> site.salvage().saveCommit(tip, nextSalvageRef(), Survivors.allBut(branch.name())))
                    .ifPresent(saved::add);
            branch.delete();
        }
        saved.removeIf(Saved.Nothing.class::isInstance);
        return saved;
    }

    /// Saves what would be lost with worktree and branch.
    private Saved save(WorkTree tree) {
        return save(tree, Survivors.allBut(branch.name()));
    }

    private Saved save(WorkTree tree, Survivors survivors) {
        var status = Status.ofAll(repository().git(), tree);
        return site.salvage().save(tree, status, nextSalvageRef(), survivors);
    }

    private String nextSalvageRef() {
        return nextSalvageRef(site, runId);
    }

    static String nextSalvageRef(Worksite site, String runId) {
        return site.salvage().freeName(RefNames.salvage(runId) + "session-");
    }

    private boolean isOnBranch(WorkTree tree) {
        try {
            return Files.readString(tree.own("HEAD")).strip().equals("ref: " + branch.name());
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isRegistered() {
        try {
            return !WorktreeLink.gitDirsOf(root, repository().commonDir()).isEmpty();
        } catch (IOException e) {
            throw GitFailure.of(
                    GitCode.WORKTREE_ERROR, "cannot read " + repository().commonDir(), e);
        }
    }

    private Optional<ObjectId> head(WorkTree tree) {
        return repository().refs().find(tree.foreignName("HEAD"));
    }

    private Path directory() {
        try {
            return Files.createDirectories(root.resolve(repository().prefix()));
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot make a directory in " + root, e);
        }
    }

    private Repository repository() {
        return site.repository();
    }
}
