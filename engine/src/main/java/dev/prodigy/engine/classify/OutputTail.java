package dev.prodigy.engine.classify;

import dev.prodigy.engine.redact.Said;
import dev.prodigy.model.error.Output;
import java.nio.charset.StandardCharsets;

/// The last lines of a process's output, as error records show them (spec 02 §2.1). All of it is masked before it
/// comes here.
public final class OutputTail {
    private static final int LINES = 20;
    private static final int BYTES = 4 * 1024;
    private static final int MESSAGE_BYTES = 2 * 1024;

    private OutputTail() {}

    /// @return the last 20 lines of each stream (of each at most 4 KiB); its logs are not known here
    public static Output of(Said said) {
        return Output.of(complained(said) ? last(said.stderr()) : "", last(said.stdout()));
    }

    private static String last(String stream) {
        // more than is kept, so that the work does not depend on the length of the stream
        var text = stream.substring(Math.max(0, stream.length() - 4 * BYTES)).stripTrailing();
        var start = text.length();
        for (var lines = 0; start > 0 && lines < LINES; lines++) {
            start = text.lastIndexOf('\n', start - 1);
        }
        return lastBytes(text.substring(Math.max(0, start)).stripLeading());
    }

    private static String lastBytes(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= BYTES) {
            return text;
        }
        var start = bytes.length - BYTES;
        while (isContinuation(bytes[start])) {
            start++;
        }
        return new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
    }

    /// @return whether there is a line with something on it on stderr
    public static boolean complained(Said said) {
        return !Ansi.strip(said.stderr()).isBlank();
    }

    /// @return the last line with something on it, of stderr, else of stdout, without control sequences: a line that
    ///     only resets colours says nothing; empty when both are blank
    private static String lastLine(Said said) {
        var text = Ansi.strip(complained(said) ? said.stderr() : said.stdout());
        var end = text.stripTrailing();
        return end.substring(Math.max(end.lastIndexOf('\n'), end.lastIndexOf('\r')) + 1);
    }

    /// @return what stands for the output in a message: its last line with something on it, of stderr, else of
    ///     stdout; empty when both are blank
    public static String lastWords(Said said) {
        return oneLine(lastLine(said));
    }

    /// @param text masked
    /// @return the text as one line of at most 2 KiB, without control sequences
    static String oneLine(String text) {
        var line = new StringBuilder();
        var blank = false;
        // no more than can be kept has to be looked at
        var plain = Ansi.strip(text.substring(0, Math.min(text.length(), 4 * MESSAGE_BYTES)));
        for (var i = 0; i < plain.length(); i++) {
            var c = plain.charAt(i);
            if (c <= ' ' || c == '\u007f') {
                blank = true;
                continue;
            }
            if (blank && !line.isEmpty()) {
                line.append(' ');
            }
            blank = false;
            line.append(c);
        }
        return firstBytes(line.toString());
    }

    private static String firstBytes(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MESSAGE_BYTES) {
            return text;
        }
        var end = MESSAGE_BYTES;
        while (isContinuation(bytes[end])) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xc0) == 0x80;
    }
}
