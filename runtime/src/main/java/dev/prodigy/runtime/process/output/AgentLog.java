package dev.prodigy.runtime.process.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Picks the lines of a masked stream that are JSON objects, as they arrive and however long they are, for an agent's
/// `.agent.jsonl` (spec 05 §5.5).
final class AgentLog {
    private final LogFile log;
    private Where where = Where.BEGINNING;

    /// Where in a line the stream is.
    private enum Where {
        BEGINNING,
        IN_EVENT,
        ELSEWHERE
    }

    AgentLog(LogFile log) {
        this.log = log;
    }

    void write(byte[] masked) {
        var picked = new ByteArrayOutputStream(masked.length);
        for (byte each : masked) {
            if (where == Where.BEGINNING && each != ' ' && each != '\t' && each != '\n' && each != '\r') {
                where = each == '{' ? Where.IN_EVENT : Where.ELSEWHERE;
            }
            if (where == Where.IN_EVENT) {
                picked.write(each);
            }
            if (each == '\n') {
                where = Where.BEGINNING;
            }
        }
        if (picked.size() > 0) {
            log.write(picked.toByteArray());
        }
    }

    /// @return why the log is not whole, or null
    @Nullable
    IOException fault() {
        return log.fault();
    }

    /// Ends the log; a last line without its end gets one.
    void close() {
        if (where == Where.IN_EVENT) {
            log.write(new byte[] {'\n'});
        }
        log.close();
    }
}
