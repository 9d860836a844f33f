package dev.prodigy.cli.logs;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Prints logs: a header line, then what has come since the last time.
final class LogText {
    private static final int LARGEST_PIECE = 1 << 20;

    private final Invocation call;
    private final Map<Path, Long> shown = new HashMap<>();
    private @Nullable Path last;

    LogText(Invocation call) {
        this.call = call;
    }

    /// Prints a header line alone.
    void head(LogEntry entry) {
        var exit = entry.exitCode() == null ? "" : ", exit " + entry.exitCode();
        call.line(call.style()
                .strong("== " + Printable.line(entry.place().title()) + "  (" + entry.bytes() + " bytes" + exit + ")"));
    }

    /// Prints what of a log has not been printed yet; as JSON one object for each piece.
    ///
    /// @param lines of a log that is printed for the first time only its last lines, or null for all
    void more(LogEntry entry, @Nullable Integer lines) {
        try (var file = new RandomAccessFile(entry.path().toFile(), "r")) {
            long from = shown.getOrDefault(entry.path(), 0L);
            if (from == 0 && lines != null) {
                from = lastLines(file, lines);
            }
            while (from < file.length()) {
                var piece = new byte[(int) Math.min(LARGEST_PIECE, file.length() - from)];
                file.seek(from);
                file.readFully(piece);
                int whole = wholeCharacters(piece, from + piece.length == file.length());
                print(entry, new String(piece, 0, whole, StandardCharsets.UTF_8));
                from += whole;
                if (whole == 0) {
                    break;
                }
            }
            shown.put(entry.path(), from);
        } catch (IOException e) {
            throw StorageFailure.of("read", entry.path(), e);
        }
    }

    private void print(LogEntry entry, String text) {
        if (call.json()) {
            call.document(new FieldsWriter()
                    .putAll(entry.toFields())
                    .put("text", text)
                    .done());
            return;
        }
        if (!entry.path().equals(last)) {
            head(entry);
            last = entry.path();
        }
        call.console().out().print(Printable.text(text));
        if (!text.endsWith("\n")) {
            call.console().out().println();
        }
    }

    /// @param atEnd whether nothing follows yet: a character that is cut there is printed when the rest
    ///     has come
    private static int wholeCharacters(byte[] bytes, boolean atEnd) {
        int end = bytes.length;
        int begin = end;
        while (begin > 0 && begin > end - 4 && (bytes[begin - 1] & 0xC0) == 0x80) {
            begin--;
        }
        if (begin == 0 || (bytes[begin - 1] & 0x80) == 0) {
            return end;
        }
        int first = bytes[begin - 1] & 0xFF;
        int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
        return end - (begin - 1) >= length || (atEnd && begin == 1) ? end : begin - 1;
    }

    private static long lastLines(RandomAccessFile file, int lines) throws IOException {
        long at = file.length();
        int seen = 0;
        var block = new byte[8192];
        while (at > 0) {
            int size = (int) Math.min(block.length, at);
            file.seek(at - size);
            file.readFully(block, 0, size);
            for (int i = size - 1; i >= 0; i--) {
                boolean atVeryEnd = at - size + i == file.length() - 1;
                if (block[i] == '\n' && !atVeryEnd && ++seen == lines) {
                    return at - size + i + 1;
                }
            }
            at -= size;
        }
        return 0;
    }
}
