package dev.prodigy.runtime.process.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Cuts a stream into lines and passes them on. A line over the limit is passed over without being held.
final class LineSplitter {
    private final EventLines lines;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private boolean tooLong;

    LineSplitter(EventLines lines) {
        this.lines = lines;
    }

    /// @return whether one of the lines that ended in this chunk was an event
    boolean write(byte[] chunk) {
        boolean event = false;
        int from = 0;
        for (int at = 0; at < chunk.length; at++) {
            if (chunk[at] == '\n') {
                keep(chunk, from, at);
                event |= end();
                from = at + 1;
            }
        }
        keep(chunk, from, chunk.length);
        return event;
    }

    /// Ends a last line that has no line end.
    void finish() {
        if (begun.size() > 0) {
            end();
        }
    }

    private void keep(byte[] chunk, int from, int to) {
        if (tooLong || begun.size() + to - from > lines.maxBytes()) {
            tooLong = true;
            begun.reset();
        } else {
            begun.write(chunk, from, to - from);
        }
    }

    private boolean end() {
        boolean whole = !tooLong;
        var line = begun.toString(StandardCharsets.UTF_8);
        begun.reset();
        tooLong = false;
        return whole && lines.isEvent().test(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
    }
}
