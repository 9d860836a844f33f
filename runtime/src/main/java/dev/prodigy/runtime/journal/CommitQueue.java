package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.home.StorageFailure.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// What waits to be written: filled by any thread, emptied by the writer's, one batch at a time.
final class CommitQueue {

    /// What the writer's thread has to do next.
    sealed interface Task {

        /// Write this.
        record Commit(Batch batch) implements Task {}

        /// Force what is written; nothing new came.
        record Force() implements Task {}

        /// Write a last event, in the reserved space if need be.
        record Last(LongFunction<Entry> event, CompletableFuture<Boolean> done) implements Task {}

        /// Stop: nothing more will come.
        record Stop() implements Task {}
    }

    private final Path folder;
    private final JournalSettings settings;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Batch filling;
    private Batch spare;
    private long nextSeq;
    private @Nullable StorageFailure failure;
    private Task.@Nullable Last last;
    private boolean closed;
    /// Everything is written, forced and answered, and the writer's thread waits.
    private boolean idle;

    CommitQueue(Path folder, JournalSettings settings, long nextSeq) {
        this.folder = folder;
        this.settings = settings;
        this.nextSeq = nextSeq;
        int segment = Segments.lastNumber(folder, Segments.RESULTS) + 1;
        this.filling = new Batch(segment, settings);
        this.spare = new Batch(segment, settings);
    }

    /// Puts entries into the next batch. Who only waits for what was appended before is answered at once where there is
    /// nothing to wait for: every other decision of a step is one without events.
    ///
    /// @throws IllegalArgumentException when their `seq` does not go on where the last one ended, or one cannot
    ///     be a line
    CompletableFuture<Void> append(List<Entry> entries, boolean mustForce) {
        var done = new CompletableFuture<Void>();
        lock.lock();
        try {
            if (failure != null || closed) {
                done.completeExceptionally(failure == null ? closed() : failure);
                return done;
            }
            if (entries.isEmpty() && idle && filling.isEmpty()) {
                done.complete(null);
                return done;
            }
            long seq = nextSeq;
            for (var entry : entries) {
                if (entry.seq() != seq++) {
                    throw new IllegalArgumentException("seq " + entry.seq() + " where " + (seq - 1) + " belongs");
                }
            }
            filling.add(entries, mustForce, done);
            nextSeq = seq;
            changed.signal();
            return done;
        } finally {
            lock.unlock();
        }
    }

    /// Asks for a last event; nothing can be appended behind it.
    CompletableFuture<Boolean> appendLast(LongFunction<Entry> event) {
        var done = new CompletableFuture<Boolean>();
        lock.lock();
        try {
            if (closed) {
                done.complete(false);
            } else {
                closed = true;
                last = new Task.Last(event, done);
                changed.signal();
            }
            return done;
        } finally {
            lock.unlock();
        }
    }

    /// Lets nothing more in; what waits is still written.
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for something to do.
    ///
    /// @param forceAt when written bytes are to be forced at the latest, in nanoseconds of {@link
    ///     System#nanoTime}; null when all are forced
    Task take(@Nullable Long forceAt) {
        lock.lock();
        try {
            var task = ready(forceAt);
            while (task == null) {
                idle = forceAt == null;
                if (forceAt == null) {
                    changed.awaitUninterruptibly();
                } else {
                    changed.awaitNanos(forceAt - System.nanoTime());
                }
                task = ready(forceAt);
            }
            idle = false;
            return task;
        } catch (InterruptedException e) {
            throw new AssertionError("nobody knows the writer's thread", e);
        } finally {
            lock.unlock();
        }
    }

    /// Fails everything that waits and everything that comes.
    ///
    /// @param next the `seq` behind the last acknowledged event
    void poison(StorageFailure reason, long next) {
        Batch waiting;
        lock.lock();
        try {
            failure = reason;
            nextSeq = next;
            waiting = filling;
            filling = new Batch(1, settings);
        } finally {
            lock.unlock();
        }
        waiting.fail(reason);
    }

    /// @return the `seq` that the next entry must have
    long nextSeq() {
        lock.lock();
        try {
            return nextSeq;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Task ready(@Nullable Long forceAt) {
        if (forceAt != null && forceAt - System.nanoTime() <= 0) {
            return new Task.Force();
        }
        if (!filling.isEmpty()) {
            var batch = filling;
            filling = batch.next(spare);
            spare = batch;
            return new Task.Commit(batch);
        }
        var task = last;
        last = null;
        return task == null && closed ? new Task.Stop() : task;
    }

    private StorageFailure closed() {
        return new StorageFailure(Reason.CLOSED, folder, "the journal in " + folder + " is closed", null);
    }
}
