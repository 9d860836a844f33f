package dev.prodigy.cli.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.Line;
import dev.prodigy.runtime.journal.SegmentReader;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The events of a journal with the large values in their places that it keeps in segments. A value whose segment is
/// damaged stays the reference that it is in the journal; `fsck` tells of it.
final class WholeEvents implements AutoCloseable {
    private static final String CRC = ",\"crc\":\"";
    private static final String REFERENCE = "\"$segment\"";

    private final Path folder;
    private final SegmentReader segments;

    /// @param folder of the run
    WholeEvents(Path folder) {
        this.folder = folder;
        this.segments = new SegmentReader(folder);
    }

    /// @return the run's folder
    Path folder() {
        return folder;
    }

    /// @return the object that the journal holds, without its checksum
    String json(Line line) {
        var text = new String(line.bytes(), UTF_8);
        var object = text.substring(0, text.lastIndexOf(CRC)) + "}";
        return object.contains(REFERENCE) && Json.tryParse(object) instanceof Value.Fields fields
                ? Json.write(whole(fields))
                : object;
    }

    /// @return the event's own members
    Value.Fields fields(Line line) {
        return whole(line.entry().fields());
    }

    /// @return a member, or null
    @Nullable
    Value value(Line line, String name) {
        var value = line.value(name);
        return value == null ? null : whole(value);
    }

    private Value.Fields whole(Value.Fields fields) {
        try {
            return segments.resolve(fields);
        } catch (JournalDamaged e) {
            return fields;
        }
    }

    private Value whole(Value value) {
        try {
            return segments.resolve(value);
        } catch (JournalDamaged e) {
            return value;
        }
    }

    @Override
    public void close() {
        segments.close();
    }
}
