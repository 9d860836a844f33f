package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.runtime.git.FewNames;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.change.ChangeReader;
import dev.prodigy.runtime.git.change.EvidenceCheck;
import dev.prodigy.runtime.git.change.RepositoryVerdict;
import dev.prodigy.runtime.git.conflict.ConflictResolution;
import dev.prodigy.runtime.git.merge.ItemMerge;
import dev.prodigy.runtime.git.merge.ItemMergeResult;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.slot.SlotLease;
import dev.prodigy.runtime.git.worktree.HeadLog;
import dev.prodigy.runtime.git.worktree.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An attempt in a slot of its own: what it commits is merged, what it leaves is saved.
final class SlotPlace implements AttemptPlace {
    private final Parts parts;
    private final ItemAttempt attempt;
    private final ObjectId start;
    private final Tree tree;
    private final List<Saved> earlier = new ArrayList<>();
    private boolean needsSetup;

    /// What an attempt in a slot works with.
    record Parts(SlotLease lease, ItemMerge merge, ChangeReader changes, EvidenceCheck evidence, WorktreeNews news) {}

    SlotPlace(Parts parts, ItemAttempt attempt, ObjectId start, Tree tree, boolean needsSetup) {
        this.parts = parts;
        this.attempt = attempt;
        this.start = start;
        this.tree = tree;
        this.needsSetup = needsSetup;
    }

    @Override
    public Tree tree() {
        return tree;
    }

    @Override
    public @Nullable String path() {
        return tree.root();
    }

    @Override
    public @Nullable String branch() {
        return RefNames.shortBranch(attempt.branch());
    }

    @Override
    public @Nullable String startCommit() {
        return start.hex();
    }

    @Override
    public @Nullable String head() {
        return parts.lease()
                .repository()
                .refs()
                .find(attempt.branch())
                .map(ObjectId::hex)
                .orElse(null);
    }

    /// Only the item's own branch goes back, and only where it went on from there.
    @Override
    public void goBackTo(String head) {
        var repository = parts.lease().repository();
        var slot = parts.lease().tree();
        var then = repository.objects().resolve(head);
        var now = repository.refs().find(attempt.branch());
        var checkedOut = repository.git().run(GitCommand.at(slot, "symbolic-ref", "-q", "HEAD"));
        if (then.isPresent()
                && now.isPresent()
                && !now.equals(then)
                && checkedOut.line().equals(attempt.branch())
                && repository.objects().isAncestor(then.get(), now.get())) {
            repository
                    .git()
                    .run(GitCommand.at(slot, "reset", "--mixed", "-q", head).with("GIT_REFLOG_ACTION", HeadLog.BACK))
                    .orThrow(GitCode.WORKTREE_ERROR);
        }
    }

    @Override
    public boolean needsSetup() {
        return needsSetup;
    }

    @Override
    public void isSetUp(boolean hadSteps) {
        parts.lease().isSetUp(hadSteps);
    }

    @Override
    public Finish succeeded(boolean commitRequired, Intent intent, Conflicts conflicts) throws Cut {
        return switch (parts.evidence().ofItem(parts.lease().tree(), start, commitRequired)) {
            case RepositoryVerdict.Lacks lacks ->
                new Finish.Bad(
                        lacks.code().name(),
                        lacks.message(),
                        List.of(),
                        lacks.status() == null ? failed() : remains(lacks.status()));
            case RepositoryVerdict.Holds holds ->
                merged(new Work(start, holds.head(), holds.status()), intent, conflicts, 0);
        };
    }

    /// What an attempt brings.
    ///
    /// @param from what its own commits come after: where it began, or what it has taken in to resolve
    ///     a conflict
    private record Work(ObjectId from, ObjectId head, Status status) {}

    private Finish merged(Work work, Intent intent, Conflicts conflicts, int round) throws Cut {
        var commits = parts.changes().commits(work.from(), work.head()).stream()
                .map(ObjectId::hex)
                .toList();
        var saved = parts.lease().saveLeftovers(attempt, work.status());
        var merge = parts.merge();
        var result = merge.merge(
                attempt,
                parts.lease().tree(),
                start,
                work.head(),
                made -> intent.record(
                        made.head().hex(),
                        RefNames.shortBranch(merge.branch()),
                        made.tip().hex(),
                        made.mergeCommit().hex(),
                        commits));
        return switch (result) {
            case ItemMergeResult.NothingToMerge _ -> {
                letGo();
                yield new Finish.Good(List.of(), List.of(), withEarlier(List.of(saved)));
            }
            case ItemMergeResult.Merged(var commit) -> {
                intent.done(commit.hex(), RefNames.shortBranch(merge.branch()));
                letGo();
                yield new Finish.Good(commits, changed(work), withEarlier(List.of(saved)));
            }
            case ItemMergeResult.Conflict conflict -> {
                if (conflicts.tryToResolve(conflict.files(), round)) {
                    earlier.add(saved);
                    if (!saved.isInPlace()) {
                        makeAnew(work.head(), conflicts);
                    }
                    yield resolved(conflict, intent, conflicts, round);
                }
                parts.lease().settle(attempt, true);
                yield inConflict(conflict.files(), withEarlier(new Remains(branch(), List.of(saved))));
            }
        };
    }

    /// What is merged is merged, even where its branch cannot be deleted now. The slot's next user finds it unsettled.
    private void letGo() {
        try {
            parts.lease().settle(attempt, false);
        } catch (GitFailure e) {
            parts.news().notTidied(RefNames.shortBranch(attempt.branch()), e);
        }
    }

    private List<String> changed(Work work) {
        var changes = parts.changes();
        return changes.between(changes.at(work.from()), changes.at(work.head())).changed();
    }

    /// The slot was moved aside with what could not be saved in another way: the conflict is resolved in a new one.
    private void makeAnew(ObjectId head, Conflicts conflicts) throws Cut {
        var prepared = parts.lease().prepare(attempt, start, head);
        parts.news().prepared(parts.lease().name(), prepared);
        needsSetup = prepared.setupNeeded();
        conflicts.setUp();
    }

    /// The tip is being merged in the slot, with markers in the files, while the steps run.
    private Finish resolved(ItemMergeResult.Conflict conflict, Intent intent, Conflicts conflicts, int round)
            throws Cut {
        var lease = parts.lease();
        var resolution = ConflictResolution.begin(lease.repository(), lease.tree(), conflict.tip());
        var failure = conflicts.resolve(resolution.files());
        if (failure != null) {
            return unresolved(conflict.files(), failure);
        }
        return switch (resolution.finish()) {
            case ConflictResolution.Result.Resolved _ ->
                switch (parts.evidence().ofItem(lease.tree(), start, false)) {
                    case RepositoryVerdict.Lacks lacks ->
                        new Finish.Bad(
                                lacks.code().name(),
                                lacks.message(),
                                conflict.files(),
                                lacks.status() == null ? failed() : remains(lacks.status()));
                    case RepositoryVerdict.Holds holds ->
                        merged(new Work(conflict.tip(), holds.head(), holds.status()), intent, conflicts, round + 1);
                };
            case ConflictResolution.Result.Unresolved unresolved ->
                unresolved(conflict.files(), unresolved.explained());
        };
    }

    /// @param why for people
    private Finish unresolved(List<String> files, String why) {
        return new Finish.Bad("MERGE_CONFLICT", meanwhile(files) + "; " + why, files, failed());
    }

    private static Finish inConflict(List<String> files, Remains remains) {
        return new Finish.Bad("MERGE_CONFLICT", meanwhile(files), files, remains);
    }

    private static String meanwhile(List<String> files) {
        return "conflicts with work merged meanwhile in " + FewNames.of(files);
    }

    @Override
    public Remains failed() {
        return withEarlier(work().keep());
    }

    private Remains remains(Status status) {
        return withEarlier(work().keep(status));
    }

    private Remains withEarlier(Remains remains) {
        return new Remains(remains.branch(), withEarlier(remains.saved()));
    }

    /// @return what was saved before a conflict was resolved, and behind it
    private List<Saved> withEarlier(List<Saved> saved) {
        return Stream.concat(earlier.stream(), saved.stream()).toList();
    }

    private LeftWork work() {
        return new LeftWork(parts.lease(), attempt, start);
    }

    @Override
    public void close() {
        parts.lease().close();
    }
}
