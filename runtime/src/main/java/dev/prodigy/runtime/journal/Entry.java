package dev.prodigy.runtime.journal;

import dev.prodigy.model.value.Value;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One event as the journal keeps it: the envelope of spec 05 §5.2 and the event's own fields.
///
/// @param seq counts from 1 without gap through all files of the run
/// @param timestamp what the clock said, kept to the millisecond
/// @param elapsedMs the run clock in milliseconds: time with a process at work
/// @param eventType the name of the event, such as `agent_started`: lower-case letters, digits, `_`
/// @param runId the run's id
/// @param cause the `seq` of the event that led to this one, or null
/// @param fields the event's own fields; none has a name of the envelope
public record Entry(
        long seq,
        Instant timestamp,
        long elapsedMs,
        String eventType,
        String runId,
        @Nullable Long cause,
        Value.Fields fields) {

    /// @throws IllegalArgumentException when a number or name cannot stand in a line
    public Entry {
        if (seq < 1 || elapsedMs < 0 || (cause != null && (cause < 1 || cause >= seq))) {
            throw new IllegalArgumentException(
                    "not numbers of an event: seq " + seq + ", elapsed_ms " + elapsedMs + ", cause " + cause);
        }
        if (!isName(eventType) || !isName(runId)) {
            throw new IllegalArgumentException("not names of an event: " + eventType + ", " + runId);
        }
    }

    /// @return the same event with other fields
    public Entry with(Value.Fields others) {
        return new Entry(seq, timestamp, elapsedMs, eventType, runId, cause, others);
    }

    /// What needs no escape in JSON.
    private static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == '"' || c == '\\' || c > '~') {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
