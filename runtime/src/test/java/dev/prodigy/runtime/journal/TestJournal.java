package dev.prodigy.runtime.journal;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.FaultyDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;

/// A run's folder, its lock and a writer's settings, as the journal's tests share them.
final class TestJournal implements AutoCloseable {
    static final String RUN = "workflow-20260131T120000123-abc123";
    static final Instant TIME = Instant.parse("2026-01-31T12:00:00.123Z");

    final Path folder;
    final FaultyDisk disk = new FaultyDisk();
    final List<Duration> pauses = new CopyOnWriteArrayList<>();
    volatile Instant now = TIME;
    Durability durability = Durability.STRICT;
    long rotateSize = 64 << 20;
    Set<String> toSegments = Set.of();
    private final OwnerLock lock;

    TestJournal(Path root) throws IOException {
        folder = Files.createDirectories(root.resolve(RUN));
        var attempt = OwnerLock.tryTake(folder.resolve("run.lock"), new Owner(1, "h", TIME));
        lock = ((OwnerLock.Attempt.Taken) attempt).lock();
    }

    JournalSettings settings() {
        return new JournalSettings(disk, () -> now, durability, rotateSize, toSegments, pauses::add);
    }

    OwnerLock lock() {
        return lock;
    }

    JournalWriter create() {
        return JournalWriter.create(lock, settings());
    }

    JournalWriter resume() {
        try (var reader = readAll()) {
            return JournalWriter.resume(lock, settings(), reader);
        }
    }

    JournalReader readAll() {
        var reader = JournalReader.open(folder);
        while (reader.next()) {}
        return reader;
    }

    List<Entry> entries() {
        var entries = new ArrayList<Entry>();
        try (var reader = JournalReader.open(folder)) {
            while (reader.next()) {
                entries.add(reader.line().entry());
            }
        }
        return entries;
    }

    JournalEnd ending() {
        try (var reader = readAll()) {
            return reader.ending();
        }
    }

    /// @return the names in the folder, the lock aside, sorted
    List<String> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("run.lock"))
                    .sorted()
                    .toList();
        }
    }

    /// @return the only journal file
    Path file() throws IOException {
        var names = files().stream().filter(name -> name.startsWith("events-")).toList();
        if (names.size() != 1) {
            throw new AssertionError("not one journal file: " + names);
        }
        return folder.resolve(names.getFirst());
    }

    /// Writes a finished journal of so many events, of about 100 to 300 bytes each.
    void write(int events) {
        try (var writer = create()) {
            writer.append(LongStream.rangeClosed(1, events)
                            .mapToObj(seq -> entry(
                                    seq,
                                    "{\"item_id\":\"item-" + seq + "\",\"text\":\"" + "x".repeat((int) (seq * 37 % 150))
                                            + "\"}"))
                            .toList())
                    .join();
        }
    }

    static Entry entry(long seq) {
        return entry(seq, "{}");
    }

    static Entry entry(long seq, String fields) {
        return entry(seq, fields(fields));
    }

    static Entry entry(long seq, Value.Fields fields) {
        Long cause = seq > 1 ? seq - 1 : null;
        return new Entry(seq, TIME.plusMillis(seq), seq * 10, "step_started", RUN, cause, fields);
    }

    static Value.Fields fields(String json) {
        return (Value.Fields) Json.parse(json);
    }

    @Override
    public void close() {
        lock.close();
    }
}
