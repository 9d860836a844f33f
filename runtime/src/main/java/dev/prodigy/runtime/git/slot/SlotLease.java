package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.OsLock;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Survivors;
import dev.prodigy.runtime.git.salvage.Wreck;
import dev.prodigy.runtime.git.worktree.ProvidedFiles;
import dev.prodigy.runtime.git.worktree.StaleLocks;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.UseNote;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// The right to use one slot, which nobody else resets, reuses or removes meanwhile; the death of
/// the process ends it (spec 03 §9). One attempt after the other may use it: prepare, work, save
/// leftovers, settle. Used by one thread at a time.
public final class SlotLease implements AutoCloseable {
    private final SlotPool pool;
    private final int number;
    private final OsLock lock;
    private @Nullable WorkTree place;

    SlotLease(SlotPool pool, int number, OsLock lock) {
        this.pool = pool;
        this.number = number;
        this.lock = lock;
    }

    /// @return the slot's name, such as `slot-01`
    public String name() {
        return SlotPlaces.name(number);
    }

    /// @return whether the slot was made for this lease and is not prepared yet
    public boolean isNew() {
        return pool.isNew(number);
    }

    /// @return where the attempt's files are: the slot, or the directory they were moved to when they
    ///     were too large
    /// @throws IllegalStateException before {@link #prepare}
    public WorkTree tree() {
        if (place == null) {
            throw new IllegalStateException(name() + " is not prepared");
        }
        return place;
    }

    /// Resets the slot to a commit on the item's branch. Whatever was in it and not settled is saved first.
    ///
    /// @param tip of the session branch, by id
    /// @throws Wreck.Immovable when the slot can be neither used nor removed; it is not handed out again
    /// @throws GitFailure WORKTREE_ERROR when not even a new slot can be used, GIT_LOCK
    public Prepared prepare(ItemAttempt user, ObjectId tip) {
        return prepare(user, tip, tip);
    }

    /// Resets the slot for an attempt that goes on from what it has committed.
    ///
    /// @param start the commit it began with
    /// @param head where it is now
    /// @throws Wreck.Immovable as {@link #prepare(ItemAttempt, ObjectId)}
    /// @throws GitFailure as well
    public Prepared prepare(ItemAttempt user, ObjectId start, ObjectId head) {
        var ready = pool.prepare(number, new UseNote(user, start, false), head);
        place = ready.tree();
        return ready;
    }

    /// Uses the slot as it is.
    void takeUp(WorkTree tree) {
        place = tree;
    }

    /// Hears that `worktree.setup` has ended well: what it left is not the attempt's. Without this it is needed again
    /// before the next attempt.
    ///
    /// @param hadSteps whether there was any
    /// @throws GitFailure WORKTREE_ERROR
    public void isSetUp(boolean hadSteps) {
        if (hadSteps) {
            ProvidedFiles.remember(repository().git(), tree());
        }
        pool.isSetUp(number);
    }

    /// @return what differs from the commit checked out: the one status call of an attempt
    /// @throws GitFailure WORKTREE_ERROR
    public Status status() {
        return Status.ofAll(repository().git(), tree());
    }

    /// Saves uncommitted work of the attempt, and commits it made that neither its last one nor any
    /// branch reaches, to the attempt's salvage reference; commits inside of submodules to the user's
    /// copies of these.
    ///
    /// @param status of the slot, as it is now
    public Saved saveLeftovers(ItemAttempt user, Status status) {
        var survivors = Survivors.allBut(user.branch());
        var head = status.head();
        var saved = pool.site()
                .salvage()
                .save(tree(), status, user.salvageRef(), head == null ? survivors : survivors.and(head));
        if (saved instanceof Saved.Retired(WorkTree where, String _)) {
            place = where;
        }
        return saved;
    }

    /// Opens again what a failed attempt has closed, for whoever uses the slot next.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public void giveBack() {
        SlotReset.giveBack(tree());
    }

    /// Says that everything of the attempt is merged or saved: lets the item's branch go, and deletes
    /// it unless it is wanted. No process of the attempt lives any more. Without this the next user of the slot
    /// saves what is there.
    ///
    /// @param keepBranch whether the branch stays, as that of a failed item with commits does; it then
    ///     points to where the attempt left HEAD, on whatever branch that was
    public void settle(ItemAttempt user, boolean keepBranch) {
        StaleLocks.clearBranch(repository().commonDir(), user.branch());
        var refs = repository().refs();
        var changes = new ArrayList<RefChange>();
        var head = refs.find(tree().foreignName("HEAD"));
        var branch = refs.find(user.branch());
        head.ifPresent(at -> changes.add(new RefChange.Detach(tree().foreignName("HEAD"), at)));
        if (keepBranch && head.isPresent() && !head.equals(branch)) {
            changes.add(branch.<RefChange>map(from -> new RefChange.Move(user.branch(), from, head.get()))
                    .orElseGet(() -> new RefChange.Create(user.branch(), head.get())));
        } else if (!keepBranch) {
            branch.ifPresent(tip -> changes.add(new RefChange.Delete(user.branch(), tip)));
        }
        if (!changes.isEmpty()) {
            refs.change(changes);
        }
        UseNote.of(tree()).ifPresent(note -> note.settle().write(tree()));
    }

    /// Gives up a slot that a step has made unusable: saves what can be saved, removes the rest. The
    /// next attempt gets a new one.
    public Saved abandon() {
        return pool.abandon(number);
    }

    /// Gives the slot back.
    @Override
    public void close() {
        pool.giveBack(number, lock, place != null);
    }

    /// @return the repository whose worktree the slot is
    public Repository repository() {
        return pool.site().repository();
    }
}
