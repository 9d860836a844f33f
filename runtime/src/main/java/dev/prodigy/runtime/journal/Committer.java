package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.home.StorageFailure.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// The work of the writer's thread: group commit without a timer (spec 05 §5.3).
///
/// Whatever waits is written together and forced once. While that happens the next batch fills, so an idle disk
/// costs one force per event and a busy one is shared.
final class Committer implements Runnable {
    /// Leaves a force 10 of the 50 ms that a relaxed journal may lose.
    private static final long RELAXED_NANOS = Duration.ofMillis(40).toNanos();

    private final Path folder;
    private final CommitQueue queue;
    private final JournalOutput output;
    private final SpaceReserve reserve;
    private final CompletableFuture<StorageFailure> poisoned = new CompletableFuture<>();
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private @Nullable StorageFailure failure;
    private @Nullable Long forceAt;
    private long acknowledged;

    /// @param acknowledged the last `seq` in the journal
    Committer(Path folder, CommitQueue queue, JournalOutput output, SpaceReserve reserve, long acknowledged) {
        this.folder = folder;
        this.queue = queue;
        this.output = output;
        this.reserve = reserve;
        this.acknowledged = acknowledged;
    }

    /// @return completes when a write or force has failed for good
    CompletableFuture<StorageFailure> poisoned() {
        return poisoned;
    }

    /// @return completes when everything is written and closed, or with the failure of that
    CompletableFuture<Void> stopped() {
        return stopped;
    }

    @Override
    public void run() {
        while (!stopped.isDone()) {
            switch (queue.take(forceAt)) {
                case CommitQueue.Task.Commit(var batch) -> commit(batch);
                case CommitQueue.Task.Force() -> force();
                case CommitQueue.Task.Last(var event, var done) -> last(event, done);
                case CommitQueue.Task.Stop() -> stop();
            }
        }
    }

    private void commit(Batch batch) {
        if (failure != null) {
            batch.fail(failure);
            return;
        }
        try {
            output.write(batch.largeValues(), batch.lines());
            if (batch.mustForce()) {
                output.force();
            }
            output.acknowledge();
        } catch (RuntimeException | Error e) {
            batch.fail(poison(e));
            return;
        }
        acknowledged += batch.entries();
        if (!output.isUnforced()) {
            forceAt = null;
        } else if (forceAt == null) {
            forceAt = System.nanoTime() + RELAXED_NANOS;
        }
        batch.complete();
    }

    private void force() {
        forceAt = null;
        try {
            output.force();
        } catch (RuntimeException | Error e) {
            poison(e);
        }
    }

    /// A disk that is full, or a file that may not grow, leaves room for one more line: in the space reserved for
    /// it, or in a file of its own. After a failed force nothing is written any more.
    private void last(LongFunction<Entry> event, CompletableFuture<Boolean> done) {
        reserve.release();
        try {
            var encoder = new LineEncoder(Segments.lastNumber(folder, Segments.RESULTS) + 1, Set.of());
            encoder.encode(List.of(event.apply(acknowledged + 1)));
            done.complete(writeLast(encoder, false) || writeLast(encoder, true));
        } catch (RuntimeException | Error e) {
            done.completeExceptionally(e);
        }
    }

    private boolean writeLast(LineEncoder encoder, boolean inNewFile) {
        if (!output.isTrusted()) {
            return false;
        }
        try {
            if (inNewFile) {
                output.rotate();
            }
            output.write(encoder.largeValues(), encoder.lines());
            output.force();
            output.acknowledge();
            acknowledged++;
            return true;
        } catch (StorageFailure e) {
            output.cut();
            return false;
        }
    }

    private void stop() {
        try {
            if (failure == null) {
                output.force();
            }
            output.close();
            reserve.release();
            stopped.complete(null);
        } catch (RuntimeException | Error e) {
            stopped.completeExceptionally(e);
        }
    }

    private StorageFailure poison(Throwable cause) {
        forceAt = null;
        output.cut();
        var reason = cause instanceof StorageFailure known
                ? known
                : new StorageFailure(
                        Reason.IO_ERROR, folder, "cannot write the journal in " + folder + ": " + cause, cause);
        failure = reason;
        queue.poison(reason, acknowledged + 1);
        poisoned.complete(reason);
        return reason;
    }
}
