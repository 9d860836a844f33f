package dev.prodigy.bench;

import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.journal.Entry;
import dev.prodigy.runtime.journal.JournalSettings;
import dev.prodigy.runtime.journal.JournalWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// A journal to measure with, and entries such as a run's items write.
///
/// @param folder the run's folder
/// @param lock held while it is written
/// @param writer the open journal
record BenchJournal(Path folder, OwnerLock lock, JournalWriter writer) implements AutoCloseable {
    private static final String RUN = "mapreduce-20260131T120000123-abc123";
    private static final Value STEP = new FieldsWriter()
            .put("step", "map.agent_template[0]")
            .put("status", "succeeded")
            .put("attempts", 1)
            .put("execution_ms", 7)
            .done();
    private static final Value RESULT = new FieldsWriter()
            .put("$segment", "results-1.jsonl")
            .put("offset", 123_456_789)
            .put("length", 512)
            .put("crc", "0a1b2c3d")
            .done();

    static BenchJournal create(Path parent) throws IOException {
        var folder = Files.createDirectories(parent.resolve(RUN));
        var clock = InstantSource.system();
        if (OwnerLock.tryTake(folder.resolve("run.lock"), Owner.thisProcess(clock.instant()))
                instanceof OwnerLock.Attempt.Taken(var lock)) {
            var settings = JournalSettings.defaults(new LocalDisk(), clock);
            return new BenchJournal(folder, lock, JournalWriter.create(lock, settings));
        }
        throw new IOException("the lock of a new folder is held: " + folder);
    }

    /// @return the event that an item's attempt begins
    static Entry started(long seq, int item) {
        return entry(
                seq,
                "agent_started",
                item,
                new FieldsWriter()
                        .put("item_key", "%016x-1".formatted(item))
                        .put("marker", RUN + "/item-%03d/1".formatted(item))
                        .put("log_dir", "logs/item-%03d/1".formatted(item)));
    }

    /// @return the event that it was successful
    static Entry completed(long seq, int item) {
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
                        .put("result", RESULT)
                        .put("tolerated", false));
    }

    /// @return the event that so many items were loaded
    static Entry loaded(long seq, long total) {
        var body = new FieldsWriter()
                .put("phase", "map")
                .put("total", total)
                .put("stages", new Value.Items(List.of()))
                .put("source", "list")
                .put("segments", new Value.Items(List.of()));
        return new Entry(seq, Instant.EPOCH, seq, "work_items_loaded", RUN, null, body.done());
    }

    private static Entry entry(long seq, String type, int item, FieldsWriter body) {
        var context = new FieldsWriter()
                .put("phase", "map")
                .put("item_id", "item-%03d".formatted(item))
                .put("agent_id", "agent-" + (item % 16 + 1))
                .put("attempt", 1);
        return new Entry(
                seq,
                Instant.EPOCH.plusMillis(seq),
                seq,
                type,
                RUN,
                null,
                context.putAll(body.done()).done());
    }

    @Override
    public void close() {
        writer.close();
        lock.close();
    }
}
