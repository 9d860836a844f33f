package dev.prodigy.runtime.journal;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Collects the values of a batch that are too large for their lines, as lines of a segment:
/// `{"v":1,"seq":17,"field":"result","value":…,"crc":"…"}`.
final class LargeValues {
    private final Bytes out = new Bytes();
    private final Seal seal = new Seal();
    private JsonGenerator json = JournalFormat.generator(out);
    private final Set<String> chosen;
    private int number;
    private long offset;

    /// @param number of the segment the values will be in, which does not exist yet
    /// @param chosen names of fields of which smaller values are taken too
    LargeValues(int number, Set<String> chosen) {
        this.number = number;
        this.chosen = chosen;
    }

    /// Starts anew, behind what was collected elsewhere before.
    ///
    /// @param rotateSize bytes after which a segment is followed by a new one
    void startBehind(LargeValues before, long rotateSize) {
        long end = before.offset + before.out.length();
        boolean full = end >= rotateSize;
        number = full ? before.number + 1 : before.number;
        offset = full ? 0 : end;
        out.truncate(0);
    }

    /// @return the segment's name
    String file() {
        return Segments.name(Segments.RESULTS, number);
    }

    /// @return the collected lines
    Bytes bytes() {
        return out;
    }

    /// Takes a value if it is too large for its field, or would read as a reference.
    ///
    /// @param seq the event it belongs to
    /// @param name its field
    /// @return where it will be; null when it belongs into the line
    @Nullable
    SegmentRef take(long seq, String name, Value value) {
        boolean wanted = SegmentRef.isMistakable(value);
        int most = chosen.contains(name) ? JournalFormat.MAX_INLINE_CHOSEN : JournalFormat.MAX_INLINE;
        if (!wanted && SizeBound.surelyFits(value, most)) {
            return null;
        }
        int from = out.length();
        json.writeStartObject();
        json.writeNumberProperty("v", JournalFormat.VERSION);
        json.writeNumberProperty("seq", seq);
        json.writeStringProperty("field", name);
        json.writeName("value");
        json.flush();
        int valueFrom = out.length() + 1;
        Json.write(value, json);
        json.writeEndObject();
        json.flush();
        out.truncate(out.length() - 1);
        if (!wanted && out.length() - valueFrom <= most) {
            out.truncate(from);
            return null;
        }
        int crc = seal.append(out, from);
        var ref = new SegmentRef(file(), offset + from, out.length() - from, crc);
        out.write('\n');
        return ref;
    }

    /// Forgets what was collected behind a position, after a failure in the midst of a value.
    void rollBack(int length) {
        out.truncate(length);
        json = JournalFormat.generator(out);
    }
}
