package dev.prodigy.bench;

import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.journal.Entry;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.JournalSettings;
import dev.prodigy.runtime.journal.JournalWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// A journal to measure with, and entries such as a run's items write.
///
/// @param folder the run's folder
/// @param run its id
/// @param lock held while it is written
/// @param writer the open journal
record BenchJournal(Path folder, String run, OwnerLock lock, JournalWriter writer) implements AutoCloseable {
    private static final String RUN = "mapreduce-20260131T120000123-abc123";
    private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00.123Z");
    private static final int BATCH = 1000;
    private static final Value STEP = new FieldsWriter()
            .put("step", "map.agent_template[0]")
            .put("kind", "shell")
            .put("status", "succeeded")
            .put("attempts", 1)
            .put("execution_ms", 7)
            .done();

    static BenchJournal create(Path parent) throws IOException {
        var folder = Files.createDirectories(parent.resolve(RUN));
        var clock = InstantSource.system();
        if (OwnerLock.tryTake(folder.resolve("run.lock"), Owner.thisProcess(clock.instant()))
                instanceof OwnerLock.Attempt.Taken(var lock)) {
            var settings = JournalSettings.defaults(new LocalDisk(), clock);
            return new BenchJournal(folder, RUN, lock, JournalWriter.create(lock, settings));
        }
        throw new IOException("the lock of a new folder is held: " + folder);
    }

    /// Goes on with the journal of a run that prodigy has ended.
    static BenchJournal goOn(Path folder) throws IOException {
        var clock = InstantSource.system();
        if (OwnerLock.tryTake(folder.resolve("run.lock"), Owner.thisProcess(clock.instant()))
                instanceof OwnerLock.Attempt.Taken(var lock)) {
            try (var reader = JournalReader.open(folder)) {
                while (reader.next()) {}
                var settings = JournalSettings.defaults(new LocalDisk(), clock);
                var run = folder.getFileName().toString();
                return new BenchJournal(folder, run, lock, JournalWriter.resume(lock, settings, reader));
            }
        }
        throw new IOException("the run is in progress: " + folder);
    }

    /// Writes that items were begun and successful, two events for each.
    ///
    /// @param from number of the first item, from 1
    /// @param to number of the last
    void items(int from, int to) {
        long seq = writer.nextSeq();
        var last = CompletableFuture.<Void>completedFuture(null);
        for (int next = from; next <= to; next += BATCH) {
            var batch = new ArrayList<Entry>();
            for (int item = next; item <= Math.min(to, next + BATCH - 1); item++) {
                batch.add(started(seq++, item));
                batch.add(completed(seq++, item));
            }
            last.join();
            last = writer.append(batch);
        }
        last.join();
    }

    /// @return the event that an item's attempt begins
    Entry started(long seq, int item) {
        return entry(
                seq,
                "agent_started",
                item,
                new FieldsWriter()
                        .put("item_key", "%016x-1".formatted(item))
                        .put("marker", run + "/item-%03d/1".formatted(item))
                        .put("log_dir", "item-%03d/attempt-1".formatted(item)));
    }

    /// @return the event that it was successful
    Entry completed(long seq, int item) {
        return entry(
                seq,
                "agent_completed",
                item,
                new FieldsWriter()
                        .put("status", "success")
                        .put("attempts", 1)
                        .put("duration_ms", 12)
                        .put("execution_ms", 11)
                        .put("retry_wait_ms", 0)
                        .put("commits", List.<String>of())
                        .put("steps", new Value.Items(List.of(STEP)))
                        .put("result", new FieldsWriter().done()));
    }

    /// @return the event that so many items were loaded
    Entry loaded(long seq, long total) {
        var body = new FieldsWriter()
                .put("phase", "map")
                .put("total", total)
                .put("stages", new Value.Items(List.of()))
                .put("source", "list")
                .put("segments", new Value.Items(List.of()));
        return new Entry(seq, BEGIN, seq, "work_items_loaded", run, null, body.done());
    }

    private Entry entry(long seq, String type, int item, FieldsWriter body) {
        var context = new FieldsWriter()
                .put("phase", "map")
                .put("item_id", "item-%03d".formatted(item))
                .put("agent_id", "agent-" + (item % 16 + 1))
                .put("correlation_id", "agent-" + (item % 16 + 1) + "-item-%03d".formatted(item))
                .put("attempt", 1);
        return new Entry(
                seq,
                BEGIN.plusMillis(seq),
                seq,
                type,
                run,
                null,
                context.putAll(body.done()).done());
    }

    @Override
    public void close() {
        writer.close();
        lock.close();
    }
}
