package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.change.ChangeReader;
import dev.prodigy.runtime.git.merge.ItemMerge;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.session.SessionBranch;
import dev.prodigy.runtime.git.slot.DiskSpace;
import dev.prodigy.runtime.git.slot.IncludedFiles;
import dev.prodigy.runtime.git.slot.SlotOptions;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.slot.SlotPool;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.world.FileTree;
import dev.prodigy.runtime.world.GitView;
import dev.prodigy.runtime.world.Halt;
import dev.prodigy.runtime.world.SessionHistory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A run in its caller's working tree whose items work in slots (spec 04 §5.8). What items commit is
/// collected on a branch of the run's own, and handed over by moving the tree forward to it: before the steps
/// that follow the items, and when the run ends.
public final class CallerWorkspace implements BranchWorkspace {
    private final Repository repository;
    private final Worksite site;
    private final Settings settings;
    private final SessionBranch branch;
    private final ChangeReader changes;
    private final WorktreeNews news;
    private final ItemSlots slots;
    private volatile InputFile input = InputFile.NONE;
    private @Nullable ItemMerge merges;

    /// What a run wants of its caller's tree.
    ///
    /// @param place where its steps work
    /// @param base what was checked out when it began
    /// @param recorded the last commit the journal knows
    /// @param objects directory of git objects of what steps have not committed
    /// @param history of the session whose worktree the tree is, or null
    /// @param called tells ids of runs that its steps started, and that no process works on any more
    public record Settings(
            String runId,
            InPlaceWorkspace.Place place,
            ObjectId base,
            ObjectId recorded,
            Path objects,
            @Nullable SessionHistory history,
            SlotOptions slots,
            Predicate<String> called) {}

    /// @param repository seen from the caller's tree
    /// @param places where the repository's slots and their locks are
    /// @param include patterns of ignored files to copy, or null for `.worktreeinclude`
    public CallerWorkspace(
            Repository repository, SlotPlaces places, Settings settings, @Nullable List<String> include) {
        this.repository = repository;
        this.site = Worksite.of(repository, places.locks().resolve("worktrees.lock"));
        this.settings = settings;
        this.branch = new SessionBranch(site, settings.runId());
        this.changes = new ChangeReader(repository, settings.objects());
        this.news = new WorktreeNews(places.worktrees());
        var included = IncludedFiles.find(repository, include);
        var pool = new SlotPool(site, places, settings.slots(), included, DiskSpace.MEASURED);
        this.slots = new ItemSlots(repository, pool, changes, news);
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
        handOver();
        var view = GitView.of(repository, repository.checkout(), changes, settings.base());
        var root = repository.checkout().root();
        var tree = new FileTree(settings.place().directory(), root, view, variables, settings.history());
        return new Session(tree, false);
    }

    @Override
    public void sessionStepsEnded(boolean good) {}

    @Override
    public void itemsReadFrom(String name) {
        input = InputFile.of(repository.checkout().root(), settings.place().directory(), name);
    }

    @Override
    public List<String> unseenByItems() {
        return input.leftOut(Status.of(repository.git(), repository.checkout()).paths());
    }

    @Override
    public synchronized void itemsBegin() {
        merges();
    }

    @Override
    public AttemptPlace attempt(ItemAttempt attempt, Map<String, String> variables, PlaceQueue.Turn turn, Halt halt)
            throws Cut {
        return slots.attempt(attempt, merges(), variables, turn, halt);
    }

    @Override
    public AttemptPlace again(ItemAttempt attempt, Map<String, String> variables, PlaceQueue.Turn turn, Halt halt)
            throws Cut {
        return slots.again(attempt, merges(), variables, turn, halt);
    }

    @Override
    public AttemptPlace.Remains leftBy(ItemAttempt attempt) {
        return slots.leftBy(attempt);
    }

    /// Items go on from the run's own branch, or begin at what is checked out in the tree.
    private synchronized ItemMerge merges() {
        if (merges == null) {
            var head = head();
            var known = branch.tip()
                    .orElse(repository.objects().isAncestor(settings.recorded(), head) ? head : settings.recorded());
            if (branch.tip().isEmpty()) {
                repository.refs().change(new RefChange.Create(branch.name(), known));
            }
            merges = new ItemMerge(
                    repository, branch, known, notice -> news.mended(settings.runId(), List.of(notice)), news::masked);
        }
        return merges;
    }

    /// Moves the caller's tree, and the branch checked out in it, forward to what the items committed.
    ///
    /// @return whether there was something to hand over
    /// @throws GitFailure MERGE_REFUSED when local files stand in the way, or somebody else moved the
    ///     branch
    public synchronized boolean handOver() {
        merges = null;
        var tip = branch.tip();
        var head = head();
        if (tip.isEmpty() || repository.objects().isAncestor(tip.get(), head)) {
            return false;
        }
        if (!repository.objects().isAncestor(head, tip.get())) {
            throw new GitFailure(
                    GitCode.MERGE_REFUSED,
                    "what the items committed is on " + branch() + ", which " + head.abbreviated() + ", checked out in "
                            + repository.checkout().root() + " meanwhile, is not part of");
        }
        repository
                .git()
                .run(GitCommand.at(repository.checkout(), "merge", "-q", "--ff-only", "--no-autostash")
                        .and(tip.get().hex()))
                .orThrow(GitCode.MERGE_REFUSED);
        return true;
    }

    @Override
    public Path checkout() {
        return settings.place().checkout();
    }

    private ObjectId head() {
        return repository
                .head()
                .orElseThrow(() -> new GitFailure(
                        GitCode.WORKTREE_ERROR, repository.checkout().root() + " has no commit checked out"));
    }

    @Override
    public String baseCommit() {
        return settings.base().hex();
    }

    @Override
    public @Nullable String branch() {
        return repository.branch().orElse(null);
    }

    @Override
    public @Nullable String sessionPath() {
        return null;
    }

    @Override
    public ObjectId tip() {
        return branch.tip().orElseGet(this::head);
    }

    @Override
    public Worksite site() {
        return site;
    }

    /// Whatever a run came to, what its items committed is in its caller's tree afterwards, like what its
    /// steps committed.
    @Override
    public void tidy(boolean merged) {
        slots.dismantle(settings.runId(), settings.called(), tip());
        handOver();
        var tip = branch.tip();
        if (tip.isPresent()) {
            repository.refs().change(new RefChange.Delete(branch.name(), tip.get()));
        }
    }

    @Override
    public void close() {
        changes.close();
        repository.close();
    }
}
