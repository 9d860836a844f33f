package dev.prodigy.runtime.journal;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/// Writes the work items of a run as they are loaded, any number of them, in order (spec 05 §5.1).
///
/// An item is a line `{"v":1,"index":0,…,"crc":"…"}`. Files of an earlier load that was not finished stay and are
/// not referred to. Not safe for several threads.
public final class ItemSegmentWriter implements AutoCloseable {
    private static final Set<String> RESERVED = Set.of("v", "index", "crc");
    private static final int WRITE_SIZE = 256 << 10;

    private final Path folder;
    private final JournalSettings settings;
    private final Bytes pending = new Bytes();
    private final Seal seal = new Seal();
    private final JsonGenerator json = JournalFormat.JSON.createGenerator(ObjectWriteContext.empty(), pending);
    private final List<String> finished = new ArrayList<>();
    private @Nullable PatientFile file;
    private int number;
    private long added;

    /// @param folder the run's folder, which exists
    /// @throws StorageFailure when it cannot be read
    public ItemSegmentWriter(Path folder, JournalSettings settings) {
        this.folder = folder;
        this.settings = settings;
        this.number = Segments.lastNumber(folder, Segments.ITEMS);
    }

    /// Adds an item.
    ///
    /// @param item its fields, none named `v`, `index` or `crc`
    /// @return its index, from 0
    /// @throws IllegalArgumentException when a field has one of these names
    /// @throws StorageFailure when it cannot be written
    public long add(Value.Fields item) {
        for (var name : RESERVED) {
            if (item.get(name) != null) {
                throw new IllegalArgumentException("an item has a field named " + name);
            }
        }
        int from = pending.length();
        json.writeStartObject();
        json.writeNumberProperty("v", JournalFormat.VERSION);
        json.writeNumberProperty("index", added);
        item.members().forEach((name, value) -> {
            json.writeName(name);
            Json.write(value, json);
        });
        json.writeEndObject();
        json.flush();
        pending.truncate(pending.length() - 1);
        seal.append(pending, from);
        pending.write('\n');
        added++;
        if (pending.length() >= WRITE_SIZE) {
            write();
        }
        return added - 1;
    }

    /// Makes everything durable.
    ///
    /// @return the files' names in order, for the event that announces the items
    /// @throws StorageFailure when something cannot be written
    public List<String> finish() {
        write();
        finishFile();
        return List.copyOf(finished);
    }

    /// Closes the current file. Without {@link #finish} the items are as good as not written.
    @Override
    public void close() {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    private void write() {
        if (pending.length() == 0) {
            return;
        }
        if (file != null && file.size() >= settings.rotateSize()) {
            finishFile();
        }
        if (file == null) {
            file = create();
        }
        file.write(pending);
        pending.truncate(0);
    }

    private void finishFile() {
        if (file != null) {
            file.force();
            file.close();
            finished.add(String.valueOf(file.path().getFileName()));
            file = null;
        }
    }

    private PatientFile create() {
        number++;
        var path = folder.resolve(Segments.name(Segments.ITEMS, number));
        try {
            var created = settings.disk().create(path);
            settings.disk().forceFolder(folder);
            return new PatientFile(path, created, settings.pause());
        } catch (IOException e) {
            throw StorageFailure.of("create", path, e);
        }
    }
}
