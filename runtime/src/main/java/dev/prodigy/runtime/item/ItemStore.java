package dev.prodigy.runtime.item;

import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.journal.Damage;
import dev.prodigy.runtime.journal.ItemSegments;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.SegmentReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The work items of a run, read from disk one by one.
public final class ItemStore implements AutoCloseable {
    private final ItemSegments segments;

    private ItemStore(ItemSegments segments) {
        this.segments = segments;
    }

    /// @param folder the run's folder
    /// @param loaded what the journal says of the items
    public static ItemStore open(Path folder, ItemEvent.Loaded loaded) {
        return new ItemStore(new ItemSegments(folder, loaded.segments(), loaded.total()));
    }

    /// Looks whether the items are what was loaded, reading each line once. Whoever appends to a run's journal
    /// asks this first: damage found later would be found with half of the work done (spec 05 §5.4).
    ///
    /// @param folder the run's folder
    /// @param loaded what the journal says of the items, or null when it has none
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when a segment is missing or damaged
    /// @throws dev.prodigy.runtime.home.StorageFailure when one cannot be read
    public static void check(Path folder, ItemEvent.@Nullable Loaded loaded) {
        if (loaded != null) {
            try (var segments = new ItemSegments(folder, loaded.segments(), loaded.total())) {
                segments.check();
            }
        }
    }

    /// Looks whether the items are what the journal says was loaded; a run whose mode has no items has none to check.
    ///
    /// @param folder the run's folder
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when a segment is missing or damaged
    /// @throws dev.prodigy.runtime.home.StorageFailure when one cannot be read
    public static void check(Path folder) {
        check(folder, loaded(folder));
    }

    /// Looks whether the files are there that hold a run's items, which are not read.
    ///
    /// @param folder the run's folder
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when a segment is missing
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public static void checkFiles(Path folder) {
        var loaded = loaded(folder);
        if (loaded != null) {
            for (var name : loaded.segments()) {
                var file = folder.resolve(name);
                if (!Files.isRegularFile(file)) {
                    throw new JournalDamaged(new Damage(file, 0, 0, Damage.Kind.SEGMENT, "there is no such file"));
                }
            }
        }
    }

    /// @param folder the run's folder
    /// @return what its journal says of its items, or null
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public static ItemEvent.@Nullable Loaded loaded(Path folder) {
        var run = RunId.parse(String.valueOf(folder.getFileName()));
        if (run.filter(id -> id.kind() == RunId.Kind.MAPREDUCE).isEmpty()) {
            return null;
        }
        try (var reader = JournalReader.open(folder);
                var segments = new SegmentReader(folder)) {
            while (reader.next()) {
                if (reader.line().eventType().equals("work_items_loaded")) {
                    var loaded =
                            EventCodec.decode(reader.line().entry(), segments).event();
                    return loaded instanceof ItemEvent.Loaded items ? items : null;
                }
            }
        }
        return null;
    }

    /// One work item.
    ///
    /// @param index from 0
    /// @param data as it was loaded; of a batch the list of its members
    public record Item(int index, String key, Value data) {}

    /// @return the item of an index, from 0
    public Item read(int index) {
        var fields = segments.read(index);
        var key = fields.get("key");
        var data = fields.get("item");
        return new Item(
                index,
                key instanceof Value.Text(var text) ? text : Integer.toString(index),
                data == null ? Value.Null.NULL : data);
    }

    /// @return the index of the item with that key, or -1
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when the items are not what was loaded
    public int keyed(String key) {
        for (int index = 0; index < count(); index++) {
            if (read(index).key().equals(key)) {
                return index;
            }
        }
        return -1;
    }

    /// @return how many there are
    public int count() {
        return Math.toIntExact(segments.count());
    }

    @Override
    public void close() {
        segments.close();
    }
}
