package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.change.ChangeReader;
import dev.prodigy.runtime.git.merge.ConflictResolution;
import dev.prodigy.runtime.git.merge.ItemMerge;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.session.SessionNotice;
import dev.prodigy.runtime.git.session.SessionWorktree;
import dev.prodigy.runtime.git.slot.Acquisition;
import dev.prodigy.runtime.git.slot.DiskSpace;
import dev.prodigy.runtime.git.slot.IncludedFiles;
import dev.prodigy.runtime.git.slot.SlotLease;
import dev.prodigy.runtime.git.slot.SlotOptions;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.slot.SlotPool;
import dev.prodigy.runtime.world.FileTree;
import dev.prodigy.runtime.world.GitView;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// `isolation: worktree`: a session worktree for the run, a slot for each running item.
public final class GitWorkspace implements Workspace {
    private final Repository repository;
    private final Worksite site;
    private final SessionWorktree session;
    private final @Nullable SlotPool slots;
    private final ChangeReader changes;
    private final Settings settings;
    private final Consumer<String> warn;
    private ObjectId tip;
    private @Nullable ItemMerge merges;
    private @Nullable Tree shared;
    private boolean opened;

    /// What a run wants of its worktrees.
    ///
    /// @param base where the session began
    /// @param recorded the last tip the journal knows
    /// @param sessionRoot directory of the session worktree
    /// @param slots null where items share the session worktree
    public record Settings(
            String runId,
            ObjectId base,
            ObjectId recorded,
            Path sessionRoot,
            @Nullable SlotOptions slots) {}

    /// @param places where the repository's slots and their locks are
    /// @param include patterns of ignored files to copy, or null for `.worktreeinclude`
    /// @param warn hears of what had to be mended
    public GitWorkspace(
            Repository repository,
            Worksite site,
            SlotPlaces places,
            Settings settings,
            @Nullable List<String> include,
            Consumer<String> warn) {
        this.repository = repository;
        this.site = site;
        this.settings = settings;
        this.warn = warn;
        this.tip = settings.recorded();
        var included = IncludedFiles.find(repository, include);
        this.session = new SessionWorktree(site, settings.sessionRoot(), settings.runId(), included);
        this.slots = settings.slots() == null
                ? null
                : new SlotPool(site, places, settings.slots(), included, DiskSpace.MEASURED);
        this.changes = new ChangeReader(repository);
    }

    @Override
    public synchronized Session session(Map<String, String> variables) {
        boolean fresh = !opened && tip.equals(settings.base());
        var open = session.open(tip);
        opened = true;
        merges = null;
        tip = open.tip();
        var view = GitView.of(repository, open.tree(), changes, settings.base());
        return new Session(
                new FileTree(open.directory(), open.tree().root(), view, variables),
                open.created(),
                open.notices().stream()
                        // a branch that was never made is not missed
                        .filter(notice -> !(fresh && notice instanceof SessionNotice.BranchRecreated))
                        .map(Object::toString)
                        .toList());
    }

    @Override
    public synchronized void sessionStepsEnded() {
        if (opened) {
            tip = session.follow(tip);
        }
    }

    /// Resolves conflicts where a merge is in progress.
    @FunctionalInterface
    public interface Resolver {
        /// @param files in conflict, with their markers
        /// @return whether that went well; the files tell the rest
        /// @throws Cut when the run is ending
        boolean resolve(Tree tree, List<String> files) throws Cut;
    }

    /// Takes a commit into the session, its conflicts being resolved in the session worktree (spec 03
    /// §11).
    ///
    /// @return whether the session's branch has both sides now
    /// @throws Cut when the run is ending
    public synchronized boolean takeIn(ObjectId theirs, Map<String, String> variables, Resolver resolver) throws Cut {
        var tree = session(variables).tree();
        var resolution = session.mergeIn(theirs);
        boolean good = resolver.resolve(tree, resolution.files());
        if (good && resolution.finish() instanceof ConflictResolution.Result.Resolved) {
            sessionStepsEnded();
            return true;
        }
        session.giveUpMerge();
        return false;
    }

    @Override
    public synchronized void itemsBegin() {
        if (slots != null) {
            merges();
        }
    }

    @Override
    public AttemptPlace attempt(ItemAttempt attempt, Map<String, String> variables) {
        return slots == null ? shared(variables) : slot(slots, attempt, variables);
    }

    private synchronized AttemptPlace shared(Map<String, String> variables) {
        var tree = shared == null ? session(variables).tree() : shared;
        shared = tree;
        return new SharedPlace(tree, this::sessionStepsEnded);
    }

    private AttemptPlace slot(SlotPool pool, ItemAttempt attempt, Map<String, String> variables) {
        var merging = merges();
        var start = merging.tip();
        var lease = acquire(pool, start);
        try {
            var prepared = lease.prepare(attempt, start);
            prepared.saved().forEach(saved -> warn.accept("work of an earlier attempt was saved: " + saved));
            var view = GitView.of(repository, prepared.tree(), changes, start);
            var tree = new FileTree(prepared.directory(), prepared.tree().root(), view, variables);
            return new SlotPlace(
                    new SlotPlace.Parts(lease, merging, changes, view.evidence()),
                    attempt,
                    start,
                    tree,
                    prepared.setupNeeded());
        } catch (GitFailure e) {
            lease.close();
            throw e;
        }
    }

    @Override
    public AttemptPlace again(ItemAttempt attempt, Map<String, String> variables) {
        if (slots == null) {
            return shared(variables);
        }
        var merging = merges();
        var found = slots.reclaim(attempt);
        if (found.isEmpty()) {
            return rebuilt(slots, attempt, merging, variables);
        }
        var slot = found.get();
        var view = GitView.of(repository, slot.tree(), changes, slot.start());
        var tree = new FileTree(slot.directory(), slot.tree().root(), view, variables);
        var parts = new SlotPlace.Parts(slot.lease(), merging, changes, view.evidence());
        return new SlotPlace(parts, attempt, slot.start(), tree, false);
    }

    /// Its commits are on its branch, what it had not committed is saved.
    private AttemptPlace rebuilt(SlotPool pool, ItemAttempt attempt, ItemMerge merging, Map<String, String> variables) {
        var tip = merging.tip();
        var head = repository.refs().find(attempt.branch()).orElse(tip);
        var saved = repository.refs().find(attempt.salvageRef());
        var lease = acquire(pool, head);
        try {
            var prepared = lease.prepare(attempt, head);
            saved.ifPresent(work -> restore(prepared.tree(), work));
            var start = mergeBase(head, tip);
            var view = GitView.of(repository, prepared.tree(), changes, start);
            var tree = new FileTree(prepared.directory(), prepared.tree().root(), view, variables);
            var parts = new SlotPlace.Parts(lease, merging, changes, view.evidence());
            return new SlotPlace(parts, attempt, start, tree, prepared.setupNeeded());
        } catch (GitFailure e) {
            lease.close();
            throw e;
        }
    }

    private void restore(WorkTree tree, ObjectId work) {
        var command = GitCommand.at(tree, "restore", "--source=" + work.hex(), "--worktree", "--no-overlay", ":/");
        repository.git().run(command).orThrow(GitCode.WORKTREE_ERROR);
    }

    private ObjectId mergeBase(ObjectId one, ObjectId other) {
        var command = GitCommand.at(repository.checkout(), "merge-base", one.hex(), other.hex());
        return repository.git().run(command).orThrow(GitCode.WORKTREE_ERROR).id();
    }

    private static SlotLease acquire(SlotPool pool, ObjectId start) {
        return switch (pool.acquire(start)) {
            case Acquisition.Granted(var lease) -> lease;
            case Acquisition.NoRoom room ->
                throw new GitFailure(
                        GitCode.WORKTREE_ERROR,
                        "no room for another worktree: it needs " + room.needed() + " bytes, " + room.left()
                                + " may be used (" + room.limit() + ")");
        };
    }

    @Override
    public Path checkout() {
        return repository.checkout().root();
    }

    @Override
    public @Nullable String baseCommit() {
        return settings.base().hex();
    }

    @Override
    public @Nullable String branch() {
        return RefNames.shortBranch(session.branch().name());
    }

    @Override
    public @Nullable String sessionPath() {
        return settings.sessionRoot().toString();
    }

    /// @return what the session branch points to, or where the run began while there is no branch
    public synchronized ObjectId tip() {
        return session.branch().tip().orElse(tip);
    }

    /// @return the tools to work with the repository
    public Worksite site() {
        return site;
    }

    @Override
    public void tidy(boolean merged) {
        if (slots != null) {
            slots.dismantle();
        }
        if (merged) {
            session.dismantle();
        }
    }

    @Override
    public void close() {
        changes.close();
        repository.close();
    }

    private synchronized ItemMerge merges() {
        if (merges == null) {
            session.park();
            merges = new ItemMerge(repository, session.branch(), tip, notice -> warn.accept(String.valueOf(notice)));
            tip = merges.tip();
        }
        return merges;
    }
}
