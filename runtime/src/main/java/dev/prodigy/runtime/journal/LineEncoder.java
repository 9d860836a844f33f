package dev.prodigy.runtime.journal;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Timestamps;
import java.time.Instant;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/// Turns entries into journal lines (spec 05 §5.2). Not safe for several threads.
final class LineEncoder {
    private final Bytes out = new Bytes();
    private final LargeValues largeValues;
    private final Seal seal = new Seal();
    /// One generator for all lines: setting one up costs as much as a line.
    private JsonGenerator json = JournalFormat.generator(out);
    private long second = Long.MIN_VALUE;
    private String secondText = "";

    /// @param segment the number of the segment that large values go to
    /// @param toSegments names of fields of which smaller values go there too
    LineEncoder(int segment, Set<String> toSegments) {
        this.largeValues = new LargeValues(segment, toSegments);
    }

    /// @return the lines so far
    Bytes lines() {
        return out;
    }

    /// @return the values that went out of the lines
    LargeValues largeValues() {
        return largeValues;
    }

    /// Appends a line for each entry, or nothing.
    ///
    /// @throws IllegalArgumentException when a field has a name of the envelope, or a line is longer than 1
    ///     MiB
    void encode(Iterable<Entry> entries) {
        int lines = out.length();
        int values = largeValues.bytes().length();
        boolean done = false;
        try {
            for (var entry : entries) {
                encode(entry);
            }
            done = true;
        } finally {
            if (!done) {
                out.truncate(lines);
                largeValues.rollBack(values);
                json = JournalFormat.generator(out);
            }
        }
    }

    private void encode(Entry entry) {
        int from = out.length();
        json.writeStartObject();
        json.writeNumberProperty("v", JournalFormat.VERSION);
        json.writeNumberProperty("seq", entry.seq());
        json.writeStringProperty("timestamp", timestamp(entry.timestamp()));
        json.writeNumberProperty("elapsed_ms", entry.elapsedMs());
        json.writeStringProperty("event_type", entry.eventType());
        json.writeStringProperty("run_id", entry.runId());
        entry.fields().members().forEach((name, value) -> {
            if (JournalFormat.ENVELOPE.contains(name)) {
                throw new IllegalArgumentException("a field has a name of the envelope: " + name);
            }
            json.writeName(name);
            var reference = largeValues.take(entry.seq(), name, value);
            Json.write(reference == null ? value : reference.toValue(), json);
        });
        var cause = entry.cause();
        if (cause != null) {
            json.writeNumberProperty("cause", cause);
        }
        json.writeEndObject();
        json.flush();
        out.truncate(out.length() - 1);
        seal.append(out, from);
        out.write('\n');
        if (out.length() - from > JournalFormat.MAX_LINE) {
            throw new IllegalArgumentException(
                    "the line of " + entry.eventType() + " would have " + (out.length() - from) + " bytes");
        }
    }

    /// The text of a second is kept, since most events share theirs with the one before.
    private String timestamp(Instant time) {
        if (time.getEpochSecond() != second) {
            second = time.getEpochSecond();
            var text = Timestamps.format(time);
            secondText = text.substring(0, text.length() - "123Z".length());
        }
        int millis = time.getNano() / 1_000_000;
        return secondText + digit(millis / 100) + digit(millis / 10) + digit(millis) + 'Z';
    }

    private static char digit(int number) {
        return (char) ('0' + number % 10);
    }
}
