package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.OsLock;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.salvage.Wreck;
import dev.prodigy.runtime.git.slot.Acquisition.Granted;
import dev.prodigy.runtime.git.worktree.StaleLocks;
import dev.prodigy.runtime.git.worktree.UseNote;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/// One run's view of the slots of a repository, which all runs share (spec 03 §9). Slots are made
/// one at a time and as running items need them; how many a run uses at once is up to its caller.
/// Safe for concurrent use.
public final class SlotPool {
    private final Worksite site;
    private final SlotPlaces places;
    private final SlotOptions options;
    private final SlotPreparation preparation;
    private final DiskRoom room;

    private final SlotBook book = new SlotBook();
    private final ReentrantLock creation = new ReentrantLock();

    /// @param included what every slot gets a copy of
    public SlotPool(Worksite site, SlotPlaces places, SlotOptions options, IncludedFiles included, DiskSpace disk) {
        this.site = site;
        this.places = places;
        this.options = options;
        var provision = new Provision(included, options.submodules());
        this.preparation = new SlotPreparation(site, options.reuse(), provision);
        this.room = new DiskRoom(site.repository(), places, options.maxDisk(), disk);
    }

    /// Leases a slot: one this run used before, else any that is free, else a new one. Never waits for
    /// a slot.
    ///
    /// @param commit what a new slot will hold, to know its size
    /// @throws GitFailure WORKTREE_ERROR, GIT_LOCK
    public Acquisition acquire(ObjectId commit) {
        try {
            for (var number = book.nextIdle(); number.isPresent(); number = book.nextIdle()) {
                var lease = tryLease(number.get());
                if (lease.isPresent()) {
                    return new Granted(lease.get());
                }
            }
            for (int number : places.existing()) {
                var lease = book.isEligible(number) ? tryLease(number) : Optional.<SlotLease>empty();
                if (lease.isPresent()) {
                    return new Granted(lease.get());
                }
            }
            return create(commit);
        } catch (IOException e) {
            throw StorageFailure.of("read", places.worktrees(), e);
        }
    }

    /// A slot in which an attempt that was cut off left its files.
    ///
    /// @param start the commit the attempt began with
    public record Reclaimed(SlotLease lease, WorkTree tree, Path directory, ObjectId start) {}

    /// Leases the slot that still holds what an attempt left there when its process died.
    ///
    /// @return nothing when no slot does
    public Optional<Reclaimed> reclaim(ItemAttempt attempt) {
        try {
            for (int number : places.existing()) {
                var tree = WorktreeLink.at(places.directory(number))
                        .filter(found ->
                                WorktreeLink.isIntact(found, site.repository().commonDir()));
                var note =
                        tree.flatMap(UseNote::of).filter(found -> found.user().equals(attempt) && !found.settled());
                if (tree.isPresent() && note.isPresent() && book.isEligible(number)) {
                    var lease = tryLease(number);
                    if (lease.isPresent()) {
                        book.reclaimed(number);
                        StaleLocks.clear(tree.get());
                        lease.get().takeUp(tree.get());
                        var directory = preparation.directory(tree.get());
                        return Optional.of(new Reclaimed(
                                lease.get(), tree.get(), directory, note.get().start()));
                    }
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw StorageFailure.of("read", places.worktrees(), e);
        }
    }

    /// Removes the slots this run used, in this process or in one that died, unless they are to be
    /// kept. Slots that another run has taken over stay: they are that run's to remove.
    ///
    /// @param isOurs tells the ids of this run, and of those that it has called and that have left slots
    /// @return those removed, and those that could not be
    /// @throws GitFailure WORKTREE_ERROR
    public List<Dismantled> dismantle(Predicate<String> isOurs) {
        var removed = new ArrayList<Dismantled>();
        if (options.keep()) {
            return removed;
        }
        // Runs that end together look at each other's slots, and must not lock what they only look at.
        var going = new ArrayDeque<Integer>();
        numbers().stream().filter(number -> isUnwanted(number, isOurs)).forEach(going::add);
        // Whoever lists worktrees locks a slot for a moment: it is tried once more, behind the others.
        for (int tries = 2 * going.size(); tries > 0 && !going.isEmpty(); tries--) {
            int number = going.remove();
            var lock = OsLock.tryAcquire(places.lock(number));
            if (lock.isEmpty()) {
                going.add(number);
                continue;
            }
            try (var _ = lock.get()) {
                if (isUnwanted(number, isOurs)) {
                    removed.add(dismantled(number));
                }
            }
        }
        return removed;
    }

    /// What became of a slot that is no longer wanted.
    public sealed interface Dismantled {
        /// It was removed.
        ///
        /// @param saved what was in it that had to be saved
        record Gone(String name, Saved saved) implements Dismantled {}

        /// It could not be removed.
        record Stuck(String name, GitFailure reason) implements Dismantled {}
    }

    /// One slot that cannot be removed keeps none of the others.
    private Dismantled dismantled(int number) {
        try {
            return new Dismantled.Gone(SlotPlaces.name(number), preparation.remove(places.directory(number)));
        } catch (GitFailure e) {
            return new Dismantled.Stuck(SlotPlaces.name(number), e);
        }
    }

    /// Removes a slot in use that is no worktree any more, after saving what can be saved of it.
    Saved abandon(int number) {
        return preparation.remove(places.directory(number));
    }

    private Set<Integer> numbers() {
        try {
            var numbers = places.existing();
            numbers.addAll(book.used());
            return numbers;
        } catch (IOException e) {
            throw StorageFailure.of("read", places.worktrees(), e);
        }
    }

    private boolean isUnwanted(int number, Predicate<String> isOurs) {
        return book.used().contains(number) || isOrphan(number, isOurs);
    }

    /// @return whether a process that died has made the slot for one of the runs, or, before anyone could
    ///     use it, for whichever
    private boolean isOrphan(int number, Predicate<String> runs) {
        return WorktreeLink.at(places.directory(number))
                .filter(found -> WorktreeLink.isIntact(found, site.repository().commonDir()))
                .filter(tree -> UseNote.of(tree)
                        .map(note -> runs.test(note.user().runId()))
                        .orElse(true))
                .isPresent();
    }

    Worksite site() {
        return site;
    }

    boolean isNew(int number) {
        return book.isUnfilled(number);
    }

    Prepared prepare(int number, UseNote use, ObjectId head) {
        try {
            var prepared = preparation.prepare(places.directory(number), use, head, book.beginReset(number));
            book.prepared(number, prepared.setupNeeded() ? SlotPast.PREPARED : SlotPast.SET_UP);
            return prepared;
        } catch (Wreck.Immovable e) {
            book.avoid(number);
            throw e;
        }
    }

    void isSetUp(int number) {
        book.isSetUp(number);
    }

    void giveBack(int number, OsLock lock, boolean wasUsed) {
        room.touched(number);
        book.release(number);
        lock.close();
        if (wasUsed) {
            book.offer(number);
        }
    }

    /// The choice of a number and the check for room are made by one thread at a time, so that threads
    /// do not use the same free space twice.
    private Acquisition create(ObjectId commit) throws IOException {
        creation.lock();
        try {
            var refusal =
                    room.refusal(commit, book.unfilled(), !places.existing().isEmpty());
            if (refusal.isPresent()) {
                return refusal.get();
            }
            for (int number = 1; ; number++) {
                if (!Files.exists(places.directory(number))) {
                    var lease = tryLease(number);
                    if (lease.isPresent()) {
                        make(lease.get(), number, commit);
                        return new Granted(lease.get());
                    }
                }
            }
        } finally {
            creation.unlock();
        }
    }

    private void make(SlotLease lease, int number, ObjectId commit) {
        try {
            preparation.make(places.directory(number), commit);
        } catch (GitFailure | StorageFailure e) {
            lease.close();
            throw e;
        }
        book.made(number);
    }

    private Optional<SlotLease> tryLease(int number) {
        var lock = OsLock.tryAcquire(places.lock(number));
        lock.ifPresent(_ -> book.lease(number));
        return lock.map(held -> new SlotLease(this, number, held));
    }
}
