package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.change.ChangeReader;
import dev.prodigy.runtime.git.conflict.ConflictResolution;
import dev.prodigy.runtime.git.merge.ItemMerge;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.session.SessionWorktree;
import dev.prodigy.runtime.git.slot.DiskSpace;
import dev.prodigy.runtime.git.slot.IncludedFiles;
import dev.prodigy.runtime.git.slot.Provision;
import dev.prodigy.runtime.git.slot.SlotOptions;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.slot.SlotPool;
import dev.prodigy.runtime.git.worktree.ProvidedFiles;
import dev.prodigy.runtime.world.FileTree;
import dev.prodigy.runtime.world.GitView;
import dev.prodigy.runtime.world.Halt;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// `isolation: worktree`: a session worktree for the run, a slot for each running item.
public final class GitWorkspace implements BranchWorkspace {
    private final Repository repository;
    private final Worksite site;
    private final SessionWorktree session;
    private final RunSession course;
    private final @Nullable ItemSlots slots;
    private final ChangeReader changes;
    private final Settings settings;
    private final WorktreeNews news;
    private @Nullable ItemMerge merges;
    private @Nullable Tree shared;
    private volatile InputFile input = InputFile.NONE;

    /// What a run wants of its worktrees.
    ///
    /// @param base where the session began
    /// @param recorded the last tip the journal knows
    /// @param held the last commit of finished stages and items
    /// @param mergedInto the branch that has it, or null
    /// @param hasSession whether an earlier process made the session worktree, and none removed it
    /// @param sessionRoot directory of the session worktree
    /// @param objects directory of git objects of what steps have not committed
    /// @param submodules whether the session worktree has them
    /// @param slots null where items share the session worktree
    /// @param called tells ids of runs that its steps started, and that no process works on any more
    public record Settings(
            String runId,
            ObjectId base,
            ObjectId recorded,
            ObjectId held,
            @Nullable String mergedInto,
            boolean hasSession,
            Path sessionRoot,
            Path objects,
            boolean submodules,
            @Nullable SlotOptions slots,
            Predicate<String> called) {}

    /// @param places where the repository's slots and their locks are
    /// @param include patterns of ignored files to copy, or null for `.worktreeinclude`
    public GitWorkspace(
            Repository repository,
            Worksite site,
            SlotPlaces places,
            Settings settings,
            @Nullable List<String> include) {
        this.repository = repository;
        this.site = site;
        this.settings = settings;
        this.news = new WorktreeNews(places.worktrees());
        site.registry().takeInMoved(places.worktrees());
        var included = IncludedFiles.find(repository, include);
        this.session = new SessionWorktree(
                site, settings.sessionRoot(), settings.runId(), new Provision(included, settings.submodules()));
        this.course = new RunSession(repository, session, settings, news);
        this.changes = new ChangeReader(repository, settings.objects());
        this.slots = settings.slots() == null
                ? null
                : new ItemSlots(
                        repository,
                        new SlotPool(site, places, settings.slots(), included, DiskSpace.MEASURED),
                        changes,
                        news);
    }

    @Override
    public void tellTo(WorktreeListener listener) {
        news.tellTo(listener);
        changes.conceal(listener::redactor);
    }

    @Override
    public void hurry() {
        repository.git().hurry();
    }

    @Override
    public synchronized Session session(Map<String, String> variables) {
        var open = course.open(merges == null ? null : merges.tip());
        merges = null;
        var view = GitView.of(repository, open.tree(), changes, settings.base());
        return new Session(
                new FileTree(open.directory(), open.tree().root(), view, variables, course.history()), open.created());
    }

    @Override
    public synchronized void sessionStepsEnded(boolean good) {
        course.stepsEnded(good);
    }

    private String name() {
        return settings.runId();
    }

    /// Resolves conflicts where a merge is in progress.
    @FunctionalInterface
    public interface Resolver {
        /// @param files in conflict, with their markers
        /// @return whether that went well; the files tell the rest
        /// @throws Cut when the run is ending
        boolean resolve(Tree tree, List<String> files) throws Cut;
    }

    /// Saves what is not committed in the session worktree, so that a merge can begin there.
    ///
    /// @return whether the worktree still is at its place; where it is not, opening the session again makes it anew
    public synchronized boolean clear() {
        var saved = input.leftOut(session.saveLeftovers());
        news.left(name(), saved, "a conflict is to be resolved in the worktree");
        course.isThere(saved.isInPlace());
        return saved.isInPlace();
    }

    /// Takes a commit into the session, its conflicts being resolved in the session worktree (spec 03
    /// §11). It must have been {@linkplain #clear cleared}.
    ///
    /// @return whether the session's branch has both sides now, or what is left of the conflict
    /// @throws Cut when the run is ending
    public synchronized ConflictResolution.Result takeIn(
            ObjectId theirs, Map<String, String> variables, Resolver resolver) throws Cut {
        var tree = session(variables).tree();
        var resolution = session.mergeIn(theirs);
        boolean good = resolver.resolve(tree, resolution.files());
        var result = good ? resolution.finish() : new ConflictResolution.Result.Unresolved(resolution.files());
        switch (result) {
            case ConflictResolution.Result.Resolved _ -> {
                session.mergedIn();
                sessionStepsEnded(true);
            }
            case ConflictResolution.Result.Unresolved _ -> giveUpMerge();
        }
        return result;
    }

    /// Files in the middle of a merge are no leftovers to be told of, unless a whole directory is kept for them.
    private void giveUpMerge() {
        var saved = session.saveLeftovers();
        var reason = "a conflict was not resolved";
        if (saved.isInPlace()) {
            news.saved(name(), saved, reason);
        } else {
            news.left(name(), saved, reason);
        }
        session.giveUpMerge();
    }

    @Override
    public void itemsReadFrom(String name) {
        var root = settings.sessionRoot();
        input = InputFile.of(root, root.resolve(repository.prefix()), name);
    }

    @Override
    public synchronized List<String> unseenByItems() {
        return slots == null ? List.of() : input.leftOut(session.uncommitted());
    }

    @Override
    public synchronized void sessionWasSetUp(boolean hadSteps) {
        if (hadSteps) {
            session.tree().ifPresent(tree -> ProvidedFiles.remember(repository.git(), tree));
        }
        session.wasSetUp();
    }

    @Override
    public synchronized void itemsBegin() {
        if (slots != null) {
            merges();
        }
    }

    @Override
    public AttemptPlace attempt(ItemAttempt attempt, Map<String, String> variables, PlaceQueue.Turn turn, Halt halt)
            throws Cut {
        return slots == null ? shared(variables) : slots.attempt(attempt, merges(), variables, turn, halt);
    }

    private synchronized AttemptPlace shared(Map<String, String> variables) {
        var tree = shared == null ? session(variables).tree() : shared;
        shared = tree;
        course.tellTip();
        return new SharedPlace(tree, () -> sharedStepsEnded(true), () -> sharedStepsEnded(false));
    }

    private synchronized void sharedStepsEnded(boolean good) {
        course.sharedStepsEnded(good);
    }

    @Override
    public AttemptPlace again(ItemAttempt attempt, Map<String, String> variables, PlaceQueue.Turn turn, Halt halt)
            throws Cut {
        return slots == null ? shared(variables) : slots.again(attempt, merges(), variables, turn, halt);
    }

    @Override
    public AttemptPlace.Remains leftBy(ItemAttempt attempt) {
        return slots == null ? AttemptPlace.Remains.NOTHING : slots.leftBy(attempt);
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

    /// The tip as it may be merged: a branch that was moved away from finished work is put back first.
    public synchronized ObjectId settled() {
        return course.settled(merges == null ? null : merges.tip());
    }

    @Override
    public synchronized ObjectId tip() {
        return session.branch().tip().orElseGet(course::tip);
    }

    @Override
    public Worksite site() {
        return site;
    }

    @Override
    public void tidy(boolean merged) {
        if (slots != null) {
            slots.dismantle(settings.runId(), settings.called(), tip());
        }
        if (merged && session.isThere()) {
            session.dismantle()
                    .forEach(saved -> news.left(name(), input.leftOut(saved), WorktreeEvent.Removed.RUN_OVER));
            news.removed(name());
        } else {
            backToBranch();
        }
    }

    /// Whoever looks into the worktree that stays finds in it what the items made, not what was there before them.
    private synchronized void backToBranch() {
        if (merges != null && session.tree().isPresent()) {
            course.returnTo(merges.tip());
        }
    }

    @Override
    public void close() {
        changes.close();
        repository.close();
    }

    private synchronized ItemMerge merges() {
        if (merges == null) {
            merges = course.park();
        }
        return merges;
    }
}
