package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.change.ChangeReader;
import dev.prodigy.runtime.git.merge.ItemMerge;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Wreck;
import dev.prodigy.runtime.git.slot.Acquisition;
import dev.prodigy.runtime.git.slot.Prepared;
import dev.prodigy.runtime.git.slot.SlotLease;
import dev.prodigy.runtime.git.slot.SlotPool;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.world.FileTree;
import dev.prodigy.runtime.world.GitView;
import dev.prodigy.runtime.world.Halt;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The slots in which a run's items work.
final class ItemSlots {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Repository repository;
    private final SlotPool slots;
    private final ChangeReader changes;
    private final WorktreeNews news;

    ItemSlots(Repository repository, SlotPool slots, ChangeReader changes, WorktreeNews news) {
        this.repository = repository;
        this.slots = slots;
        this.changes = changes;
        this.news = news;
    }

    /// Makes a place for one attempt of an item.
    ///
    /// @param merge takes what the attempt commits
    /// @param turn when it may ask for a slot
    /// @param halt ends the wait for one
    /// @throws GitFailure when it cannot be made
    /// @throws Cut when the run is ending
    /// @throws NoRoomForSlots when there is no room for any
    AttemptPlace attempt(
            ItemAttempt attempt, ItemMerge merge, Map<String, String> variables, PlaceQueue.Turn turn, Halt halt)
            throws Cut {
        return place(merge::tip, turn, halt, (lease, start) -> {
            var prepared = prepared(lease, attempt, start, start);
            return place(lease, prepared, attempt, merge, start, variables);
        });
    }

    /// Puts an attempt in a slot. One that can be neither used nor removed gives way to another.
    private AttemptPlace place(
            Supplier<ObjectId> commit,
            PlaceQueue.Turn turn,
            Halt halt,
            BiFunction<SlotLease, ObjectId, AttemptPlace> use)
            throws Cut {
        while (true) {
            var lease = acquire(commit.get(), turn, halt);
            try {
                var start = commit.get();
                news.usingSlot(lease, start);
                return use.apply(lease, start);
            } catch (Wreck.Immovable e) {
                lease.close();
                news.stuck(lease.name(), e);
            } catch (GitFailure | StorageFailure e) {
                lease.close();
                throw e;
            }
        }
    }

    private Prepared prepared(SlotLease lease, ItemAttempt attempt, ObjectId start, ObjectId head) {
        var prepared = lease.prepare(attempt, start, head);
        news.prepared(lease.name(), prepared);
        return prepared;
    }

    private SlotPlace place(
            SlotLease lease,
            Prepared prepared,
            ItemAttempt attempt,
            ItemMerge merge,
            ObjectId start,
            Map<String, String> variables) {
        var view = GitView.of(repository, lease::tree, changes, start);
        var tree = new FileTree(prepared.directory(), prepared.tree().root(), view, variables);
        var parts = new SlotPlace.Parts(lease, merge, changes, view.evidence(), news);
        return new SlotPlace(parts, attempt, start, tree, prepared.setupNeeded());
    }

    /// Finds the place of an attempt that an earlier process began, or makes it again from what it left.
    ///
    /// @param turn when it may ask for a slot
    /// @param halt ends the wait for one
    /// @throws GitFailure when it cannot be made
    /// @throws Cut when the run is ending
    /// @throws NoRoomForSlots when there is no room for any
    AttemptPlace again(
            ItemAttempt attempt, ItemMerge merge, Map<String, String> variables, PlaceQueue.Turn turn, Halt halt)
            throws Cut {
        var found = slots.reclaim(attempt);
        if (found.isEmpty()) {
            return rebuilt(attempt, merge, variables, turn, halt);
        }
        turn.close();
        var slot = found.get();
        var view = GitView.of(repository, slot.lease()::tree, changes, slot.start());
        var tree = new FileTree(slot.directory(), slot.tree().root(), view, variables);
        var parts = new SlotPlace.Parts(slot.lease(), merge, changes, view.evidence(), news);
        return new SlotPlace(parts, attempt, slot.start(), tree, false);
    }

    /// Saves what an attempt that died with its process has left, and says where it is.
    AttemptPlace.Remains leftBy(ItemAttempt attempt) {
        var found = slots.reclaim(attempt);
        if (found.isPresent()) {
            try (var lease = found.get().lease()) {
                return new LeftWork(lease, attempt, found.get().start()).keep();
            }
        }
        var branch = repository.refs().find(attempt.branch()).map(_ -> RefNames.shortBranch(attempt.branch()));
        var saved = repository
                .refs()
                .find(attempt.salvageRef())
                .<Saved>map(commit -> new Saved.Kept(attempt.salvageRef(), commit, List.of(), List.of()));
        return new AttemptPlace.Remains(branch.orElse(null), saved.stream().toList());
    }

    /// Its commits are on its branch, what it had not committed is saved.
    private AttemptPlace rebuilt(
            ItemAttempt attempt, ItemMerge merge, Map<String, String> variables, PlaceQueue.Turn turn, Halt halt)
            throws Cut {
        var tip = merge.tip();
        var head = repository.refs().find(attempt.branch()).orElse(tip);
        var saved = repository.refs().find(attempt.salvageRef());
        var start = mergeBase(head, tip);
        return place(() -> head, turn, halt, (lease, _) -> {
            var prepared = prepared(lease, attempt, start, head);
            saved.ifPresent(work -> restore(prepared.tree(), work));
            return place(lease, prepared, attempt, merge, start, variables);
        });
    }

    private void restore(WorkTree tree, ObjectId work) {
        var command = GitCommand.at(tree, "restore", "--source=" + work.hex(), "--worktree", "--no-overlay", ":/");
        repository.git().run(command).orThrow(GitCode.WORKTREE_ERROR);
    }

    private ObjectId mergeBase(ObjectId one, ObjectId other) {
        var command = GitCommand.at(repository.checkout(), "merge-base", one.hex(), other.hex());
        return repository.git().run(command).orThrow(GitCode.WORKTREE_ERROR).id();
    }

    /// Removes the slots of a run that nobody wants to keep, and the branches of its items that are
    /// merged or have no commit: those whose attempt died behind the merge are still there.
    ///
    /// @param called tells the runs that it has called, and that have left slots
    /// @param tip what has all that is merged
    void dismantle(String runId, Predicate<String> called, ObjectId tip) {
        news.removed(slots.dismantle(called.or(runId::equals)));
        if (repository.objects().commit(tip.hex()).isEmpty()) {
            return; // what was merged cannot be told any more: all branches stay
        }
        var gone = repository.refs().merged(RefNames.itemBranches(runId), tip).entrySet().stream()
                .<RefChange>map(branch -> new RefChange.Delete(branch.getKey(), branch.getValue()))
                .toList();
        if (!gone.isEmpty()) {
            repository.refs().change(gone);
        }
    }

    /// Where no other slot can be made, the attempt waits for one that comes free.
    private SlotLease acquire(ObjectId start, PlaceQueue.Turn turn, Halt halt) throws Cut {
        turn.await(halt);
        while (true) {
            switch (slots.acquire(start)) {
                case Acquisition.Granted(var lease) -> {
                    turn.close();
                    return lease;
                }
                case Acquisition.NoRoom room -> {
                    if (!room.mayComeFree()) {
                        throw new NoRoomForSlots(room);
                    }
                    news.narrowed("the run goes on with fewer slots: " + NoRoomForSlots.words(room));
                    halt.pause(POLL);
                }
            }
        }
    }
}
