package dev.prodigy.runtime.journal;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/// What journal lines, segment lines and their JSON have in common (spec 05 §5.2).
final class JournalFormat {
    /// The version this program writes, and the newest it reads.
    static final int VERSION = 1;

    /// Bytes of a journal line at most, its end included.
    static final int MAX_LINE = 1 << 20;

    /// Bytes of a field's value at most; a larger one goes to a segment.
    static final int MAX_INLINE = 16 << 10;

    /// The same for fields of which a resume needs nothing. One segment line more would cost a quiet item
    /// more than its result, and its commit a second force.
    static final int MAX_INLINE_CHOSEN = 512;

    /// The names that no field of an event has.
    static final Set<String> ENVELOPE =
            Set.of("v", "seq", "timestamp", "elapsed_ms", "event_type", "run_id", "cause", "crc");

    private static final int MAX_DEPTH = 10_000;

    /// What was written must be readable, so nothing is limited here; limits stand where values enter the
    /// program.
    static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .rootValueSeparator("")
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .streamWriteConstraints(
                    StreamWriteConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private static final byte[] SEGMENT_START = "{\"v\":1".getBytes(StandardCharsets.US_ASCII);

    private JournalFormat() {}

    /// @return a writer of JSON behind what the buffer holds
    static JsonGenerator generator(OutputStream out) {
        return JSON.createGenerator(ObjectWriteContext.empty(), out);
    }

    /// Reads the members of a sealed line of a segment, version and checksum aside.
    ///
    /// @return whether it is one
    static boolean readSegmentLine(FieldIndex index, byte[] line, int from, int to) {
        int start = from + SEGMENT_START.length;
        boolean begins = start < to && Arrays.equals(line, from, start, SEGMENT_START, 0, SEGMENT_START.length);
        return begins && index.read(line, start, to - Seal.LENGTH);
    }
}
