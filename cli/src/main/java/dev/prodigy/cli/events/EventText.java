package dev.prodigy.cli.events;

import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.output.Style;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.Line;
import java.util.regex.Pattern;

/// An event as a line of text for people. Where a large value is kept stands in its place.
final class EventText {
    private static final Pattern PLAIN = Pattern.compile("[^\\s\"'={}\\[\\]]{1,200}");

    private EventText() {}

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
