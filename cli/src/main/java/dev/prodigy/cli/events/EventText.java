package dev.prodigy.cli.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.output.Style;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.Line;
import java.util.regex.Pattern;

/// An event as a line of text: for people, or the journal's own object.
final class EventText {
    private static final Pattern PLAIN = Pattern.compile("[^\\s\"'={}\\[\\]]{1,200}");
    private static final String CRC = ",\"crc\":\"";

    private EventText() {}

    /// @return the object that the journal holds, without its checksum
    static String json(Line line) {
        var text = new String(line.bytes(), UTF_8);
        return text.substring(0, text.lastIndexOf(CRC)) + "}";
    }

    /// @return `SEQ TIMESTAMP EVENT_TYPE key=value …`
    static String plain(Line line, Style style) {
        var text = new StringBuilder()
                .append(line.seq())
                .append(' ')
                .append(style.faint(Timestamps.format(line.timestamp())))
                .append(' ')
                .append(coloured(line.eventType(), style));
        line.entry()
                .fields()
                .members()
                .forEach((name, value) ->
                        text.append(' ').append(style.faint(name + "=")).append(Printable.line(word(value))));
        return text.toString();
    }

    private static String word(Value value) {
        return value instanceof Value.Text(var text) && PLAIN.matcher(text).matches() ? text : Json.write(value);
    }

    private static String coloured(String type, Style style) {
        if (type.endsWith("_failed") || type.endsWith("_conflicted") || type.equals("circuit_opened")) {
            return style.bad(type);
        }
        return type.endsWith("_completed") ? style.good(type) : style.strong(type);
    }
}
