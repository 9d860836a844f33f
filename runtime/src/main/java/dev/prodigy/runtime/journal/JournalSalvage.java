package dev.prodigy.runtime.journal;

import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes a usable journal of a damaged one: what is valid before the damage, then from behind it the list of items
/// and their final outcomes whose checksum holds, then `journal_salvaged` with the lost range (spec 05 §5.4). An
/// outcome says nothing without its list: where the event is lost that announces it, the list is found by its files.
/// The originals stay as `*.damaged`.
///
/// The new journal is complete in a folder beside the old one before a file of that changes its name; a
/// salvage that was cut off is finished by the next.
public final class JournalSalvage {
    private static final Set<String> FINAL = Set.of("agent_completed", "item_skipped", "merge_completed");
    private static final String FOLDER = "salvage";
    /// The new journal is complete here; files of the old one are being set aside.
    private static final String READY = "salvaged";
    /// The old journal is set aside; files of the new one are being moved to its place.
    private static final String TAKING = "salvaged.taking";

    private static final String DAMAGED = ".damaged";
    private static final String LOADED = "work_items_loaded";
    private static final String DONE = "journal_salvaged";
    private static final int BATCH = 1000;

    private final Path folder;
    private final JournalSettings settings;
    private final OwnerLock lock;

    /// @param lock the run's lock
    public JournalSalvage(OwnerLock lock, Disk disk, InstantSource clock) {
        this.folder = Objects.requireNonNull(lock.file().toAbsolutePath().getParent());
        this.lock = lock;
        this.settings = JournalSettings.defaults(disk, clock);
    }

    /// What is kept and what is lost.
    ///
    /// @param kept events of the new journal
    /// @param lostFrom first lost `seq`
    /// @param lostTo last lost `seq`
    public record Salvaged(long kept, long lostFrom, long lostTo) {}

    /// Replaces the journal.
    ///
    /// @throws JournalDamaged when items have finished and their list is damaged too; then nothing was changed
    /// @throws StorageFailure when something cannot be written; then the old journal is still there, or
    ///     the next salvage goes on
    public Salvaged carryOut() {
        try {
            var ready = folder.resolve(READY);
            var taking = folder.resolve(TAKING);
            if (!Files.isDirectory(taking)) {
                if (!Files.isDirectory(ready)) {
                    var work = folder.resolve(FOLDER);
                    delete(work);
                    settings.disk().createFolders(work);
                    try {
                        write(work);
                    } catch (JournalDamaged e) {
                        delete(work);
                        throw e;
                    }
                    settings.disk().rename(work, ready);
                }
                setAside();
                settings.disk().rename(ready, taking);
            }
            takeOver(taking);
            return result();
        } catch (IOException e) {
            throw StorageFailure.of("salvage", folder, e);
        }
    }

    /// @param folder of a run
    /// @return whether a salvage was cut off behind the point from which only {@link #carryOut} leads on
    public static boolean isUnfinished(Path folder) {
        return Files.isDirectory(folder.resolve(READY)) || Files.isDirectory(folder.resolve(TAKING));
    }

    /// @param folder of a run
    /// @return the damage that an unfinished salvage is
    static Optional<Damage> cutOff(Path folder) {
        return isUnfinished(folder)
                ? Optional.of(new Damage(
                        folder.resolve(READY), 0, 0, Damage.Kind.SEQUENCE, "the journal's salvage was cut off"))
                : Optional.empty();
    }

    private void write(Path work) {
        var attempt = OwnerLock.tryTake(work.resolve("run.lock"), lock.owner());
        if (!(attempt instanceof OwnerLock.Attempt.Taken(var own))) {
            throw new IllegalStateException("somebody salvages in " + work);
        }
        try (own;
                var writer = JournalWriter.create(own, settings);
                var segments = new SegmentReader(folder)) {
            new Copy(writer, segments).all();
        }
    }

    /// Reads the old journal, writes the new one.
    private final class Copy {
        private final JournalWriter writer;
        private final SegmentReader segments;
        private final List<Entry> batch = new ArrayList<>();
        private long seq;
        private long elapsed;
        private boolean hasList;
        private @Nullable String run;

        Copy(JournalWriter writer, SegmentReader segments) {
            this.writer = writer;
            this.segments = segments;
        }

        void all() {
            long valid;
            try (var reader = JournalReader.open(folder)) {
                while (reader.next()) {
                    add(reader.line().entry());
                }
                valid = reader.lastSeq();
            }
            var last = new long[] {valid};
            JournalScan.scan(
                    folder,
                    line -> {
                        if (line.seq() > valid) {
                            last[0] = Math.max(last[0], line.seq());
                            takeFromBehind(line);
                        }
                    },
                    _ -> {});
            var fields = new FieldsWriter()
                    .put("lost_from", valid + 1)
                    .put("lost_to", Math.max(valid + 1, last[0]))
                    .done();
            var name = run == null ? String.valueOf(folder.getFileName()) : run;
            batch.add(new Entry(++seq, settings.clock().instant(), elapsed, DONE, name, null, fields));
            flush();
        }

        private void takeFromBehind(Line line) {
            boolean isList = line.eventType().equals(LOADED);
            boolean isOutcome = FINAL.contains(line.eventType()) && line.has("item_id");
            if (isOutcome && !hasList) {
                add(announcement(line.entry()));
            }
            if (isOutcome || (isList && !hasList)) {
                add(line.entry());
            }
        }

        private Entry announcement(Entry first) {
            var fields = new LinkedHashMap<String, Value>();
            fields.put("phase", Value.of("map"));
            fields.putAll(FoundItems.in(folder).body().members());
            return new Entry(
                    seq + 1, first.timestamp(), elapsed, LOADED, first.runId(), null, new Value.Fields(fields));
        }

        private void add(Entry old) {
            seq++;
            hasList |= old.eventType().equals(LOADED);
            elapsed = Math.max(elapsed, old.elapsedMs());
            run = old.runId();
            var cause = old.cause() == null || old.cause() >= seq || seq != old.seq() ? null : old.cause();
            batch.add(
                    new Entry(seq, old.timestamp(), elapsed, old.eventType(), old.runId(), cause, whole(old.fields())));
            if (batch.size() >= BATCH) {
                flush();
            }
        }

        /// A value whose segment is damaged is lost; its event still says that the item finished.
        private Value.Fields whole(Value.Fields fields) {
            var members = new LinkedHashMap<String, Value>();
            fields.members().forEach((name, value) -> {
                try {
                    members.put(name, segments.resolve(value));
                } catch (JournalDamaged e) {
                    members.put(name, Value.Null.NULL);
                }
            });
            return new Value.Fields(members);
        }

        private void flush() {
            writer.commit(List.copyOf(batch));
            batch.clear();
        }
    }

    private Salvaged result() {
        try (var reader = JournalReader.open(folder)) {
            long from = 0;
            long to = 0;
            while (reader.next()) {
                from = reader.line().number("lost_from", from);
                to = reader.line().number("lost_to", to);
            }
            return new Salvaged(reader.lastSeq(), from, to);
        }
    }

    /// The segments that items lie in stay; those of large values are written anew.
    private void setAside() throws IOException {
        for (var name : names(folder)) {
            if (JournalFile.of(folder.resolve(name)).isPresent()
                    || (Segments.isName(name) && name.startsWith(Segments.RESULTS))) {
                settings.disk().rename(folder.resolve(name), folder.resolve(name + DAMAGED));
            }
        }
    }

    private void takeOver(Path ready) throws IOException {
        for (var name : names(ready)) {
            if (JournalFile.of(ready.resolve(name)).isPresent() || Segments.isName(name)) {
                settings.disk().rename(ready.resolve(name), folder.resolve(name));
            }
        }
        settings.disk().forceFolder(folder);
        delete(ready);
    }

    private static List<String> names(Path of) throws IOException {
        var names = new ArrayList<String>();
        try (var files = Files.newDirectoryStream(of)) {
            files.forEach(file -> names.add(String.valueOf(file.getFileName())));
        } catch (DirectoryIteratorException e) {
            throw new IOException(e);
        }
        return names;
    }

    private static void delete(Path work) throws IOException {
        if (Files.isDirectory(work)) {
            for (var name : names(work)) {
                Files.delete(work.resolve(name));
            }
            Files.delete(work);
        }
    }
}
