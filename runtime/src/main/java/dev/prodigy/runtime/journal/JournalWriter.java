package dev.prodigy.runtime.journal;

import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.StorageFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Appends a run's events to its journal. One per run at a time: whoever holds the run's lock (spec 05 §5.3, 03
/// §14).
///
/// All files are written by one thread that nobody else knows, so that no interrupt can close them. The `seq` of
/// each entry is chosen by the caller, who alone knows the order of events, and checked here.
///
/// After a write or force has failed for good the writer is *poisoned*: what waits fails, nothing more is
/// acknowledged, and only {@link #appendLast} still tries to write. Safe for several threads.
public final class JournalWriter implements AutoCloseable {
    private final CommitQueue queue;
    private final Committer committer;
    private final Durability durability;
    private final @Nullable Entry recovery;

    private JournalWriter(Path folder, JournalSettings settings, long lastSeq, @Nullable Entry recovery) {
        this.queue = new CommitQueue(folder, settings, lastSeq + 1);
        var reserve = new SpaceReserve(settings.disk(), folder);
        this.committer = new Committer(folder, queue, new JournalOutput(folder, settings), reserve, lastSeq);
        this.durability = settings.durability();
        this.recovery = recovery;
        reserve.take();
        Thread.ofPlatform().daemon().name("journal").start(committer);
    }

    /// Begins the journal of a new run. The first file is created with the first event.
    ///
    /// @param lock the run's lock; the journal lies in its folder, which holds none yet
    /// @throws StorageFailure when the folder cannot be read
    /// @throws IllegalStateException when there is a journal already
    public static JournalWriter create(OwnerLock lock, JournalSettings settings) {
        var folder = folder(lock);
        if (!JournalFile.list(folder).isEmpty()) {
            throw new IllegalStateException("there is a journal in " + folder);
        }
        return new JournalWriter(folder, settings, 0, null);
    }

    /// Goes on with the journal of a run. A torn tail is cut off, and then `journal_recovered` is appended,
    /// durable when this returns (see {@link #recovery}).
    ///
    /// @param lock the run's lock, taken before the journal was read
    /// @param reader of the same journal, read to its end
    /// @throws JournalDamaged when the journal is damaged; nothing was changed
    /// @throws StorageFailure when it was written by a newer version, or cannot be written
    /// @throws IllegalStateException when it has changed since it was read
    public static JournalWriter resume(OwnerLock lock, JournalSettings settings, JournalReader reader) {
        reader.requireUsable();
        var folder = folder(lock);
        long seq = reader.lastSeq();
        if (reader.isBehind(folder)) {
            throw new IllegalStateException("the journal in " + folder + " has changed since it was read");
        }
        if (!(reader.ending() instanceof JournalEnd.TornTail tail)) {
            return new JournalWriter(folder, settings, seq, null);
        }
        TornTail.cut(folder, settings, tail);
        var fields = new FieldsWriter().put("dropped_bytes", tail.bytes()).done();
        var runId = String.valueOf(folder.getFileName());
        var now = settings.clock().instant();
        var recovery = new Entry(seq + 1, now, reader.lastElapsedMs(), "journal_recovered", runId, null, fields);
        var writer = new JournalWriter(folder, settings, seq, recovery);
        try {
            writer.commit(List.of(recovery));
            return writer;
        } catch (StorageFailure e) {
            writer.close();
            throw e;
        }
    }

    /// Ends a journal with its last whole line, as {@link #resume} does, for one that nobody goes on with now.
    /// One that is damaged, whose tail is packed, or that has no event yet is left as it is.
    ///
    /// @param lock the run's lock
    /// @return whether there was a torn tail
    /// @throws StorageFailure when the journal cannot be read or written
    public static boolean cutTail(OwnerLock lock, JournalSettings settings) {
        try (var reader = JournalReader.open(folder(lock))) {
            while (reader.next()) {}
            boolean isTorn = reader.ending() instanceof JournalEnd.TornTail tail
                    && reader.lastSeq() > 0
                    && !JournalFile.isArchive(tail.file());
            if (isTorn) {
                resume(lock, settings, reader).close();
            }
            return isTorn;
        }
    }

    /// @return the `journal_recovered` that {@link #resume} appended; the run's state has to take it in
    public Optional<Entry> recovery() {
        return Optional.ofNullable(recovery);
    }

    /// Appends events in their order. They are written together, none without those before it.
    ///
    /// @param entries with the `seq` numbers that follow; an empty list waits for what was appended before
    /// @return completes when they are as durable as the settings say; fails with a {@link StorageFailure}.
    ///     Completed on the writer's thread, on the caller's where an empty list has nothing to wait for: what
    ///     depends on it must be quick
    /// @throws IllegalArgumentException when a `seq` is not the next one, a field has a name of the envelope or a
    ///     line is longer than 1 MiB; nothing was appended then
    public CompletableFuture<Void> append(List<Entry> entries) {
        return append(entries, durability);
    }

    /// Appends events in their order.
    ///
    /// @param atLeast what they have survived when they are acknowledged, whatever the settings say: strict for
    ///     terminal events
    public CompletableFuture<Void> append(List<Entry> entries, Durability atLeast) {
        boolean mustForce = durability == Durability.STRICT || atLeast == Durability.STRICT;
        return queue.append(entries, mustForce);
    }

    /// Appends events and waits until they are durable, whatever the settings say.
    ///
    /// @throws StorageFailure when they cannot be written
    public void commit(List<Entry> entries) {
        await(append(entries, Durability.STRICT));
    }

    /// Appends the last event of a run that the machine's fault interrupts, in the space reserved for it. Nothing
    /// can be appended behind it. Works on a poisoned writer too, unless a force failed: then what is on the disk
    /// is not known.
    ///
    /// @param event makes the event for the `seq` it gets; after a failure that is the first one not acknowledged
    /// @return whether it is durable
    public CompletableFuture<Boolean> appendLast(LongFunction<Entry> event) {
        return queue.appendLast(event);
    }

    /// @return the `seq` that the next entry must have; after a failure the first one not acknowledged
    public long nextSeq() {
        return queue.nextSeq();
    }

    /// @return completes, perhaps while nothing waits, when the writer is poisoned
    public CompletionStage<StorageFailure> poisoned() {
        return committer.poisoned().minimalCompletionStage();
    }

    /// Writes and forces what waits, and closes the files.
    ///
    /// @throws StorageFailure when that fails; not for a failure that was told before
    @Override
    public void close() {
        queue.close();
        await(committer.stopped());
    }

    private static <T> void await(CompletableFuture<T> done) {
        try {
            done.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StorageFailure failure ? failure : e;
        }
    }

    private static Path folder(OwnerLock lock) {
        return Objects.requireNonNull(lock.file().toAbsolutePath().getParent());
    }
}
