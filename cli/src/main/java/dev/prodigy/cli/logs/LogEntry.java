package dev.prodigy.cli.logs;

import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One log: a stream of one execution.
///
/// @param path of the file
/// @param bytes its size
/// @param finishedAt null while it may still grow
/// @param exitCode null where it is not known
record LogEntry(
        LogPlace place,
        Path path,
        long bytes,
        Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Long exitCode) {
    private static final Pattern GAP = Pattern.compile("\n\\[prodigy: ([0-9]{1,18}) bytes are missing here\\]\n");
    /// How far from the middle of the file the line may begin or end: the half behind it is shorter by the room that
    /// the line was given.
    private static final int AROUND_MIDDLE = 192;

    Value.Fields toFields() {
        return new FieldsWriter()
                .put("phase", place.phase())
                .put("item_id", place.itemId())
                .put("item_attempt", place.itemAttempt() == null ? null : Long.valueOf(place.itemAttempt()))
                .put("step", place.step())
                .put("attempt", place.attempt())
                .put("stream", place.stream())
                .put("path", path.toString())
                .put("bytes", bytes)
                .put("omitted_bytes", omitted())
                .put("started_at", startedAt)
                .put("finished_at", finishedAt)
                .put("exit_code", exitCode)
                .done();
    }

    /// Of a log that grew too long the first and the last half are kept, so the line that says how much
    /// is missing stands about the middle.
    private long omitted() {
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            long from = Math.max(0, bytes / 2 - AROUND_MIDDLE);
            file.seek(from);
            var middle = new byte[(int) Math.min(2 * AROUND_MIDDLE, bytes - from)];
            file.readFully(middle);
            var gap = GAP.matcher(new String(middle, StandardCharsets.ISO_8859_1));
            return gap.find() ? Long.parseLong(gap.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
