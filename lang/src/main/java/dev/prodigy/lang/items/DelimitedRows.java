package dev.prodigy.lang.items;

import dev.prodigy.model.value.Value;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of delimited fields (RFC 4180), each an object of strings named by the first row. Empty lines are no rows.
final class DelimitedRows implements ItemSource {
    private final Characters text;
    private final char delimiter;
    private final ItemLimits limits;
    private List<String> names = List.of();
    private int characters;

    DelimitedRows(Reader text, char delimiter, ItemLimits limits) {
        this.text = new Characters(text);
        this.delimiter = delimiter;
        this.limits = limits;
    }

    @Override
    public @Nullable Value next() {
        if (names.isEmpty()) {
            names = header();
        }
        skipEmptyLines();
        int line = text.line();
        var fields = row();
        if (fields.isEmpty()) {
            return null;
        }
        if (fields.size() != names.size()) {
            throw new InputInvalid(
                    "line %d has %d fields, but the first row names %d".formatted(line, fields.size(), names.size()),
                    line,
                    1);
        }
        var members = new LinkedHashMap<String, Value>();
        for (int i = 0; i < fields.size(); i++) {
            members.put(names.get(i), new Value.Text(fields.get(i)));
        }
        return limits.requireSmall(new Value.Fields(members), line, 1);
    }

    private List<String> header() {
        skipEmptyLines();
        int line = text.line();
        var row = row();
        var seen = new LinkedHashMap<String, Integer>();
        for (var name : row) {
            if (seen.put(name, 1) != null) {
                throw new InputInvalid("the first row names \"" + name + "\" twice", line, 1);
            }
        }
        return row;
    }

    /// @return the fields of the next row; none at the end of the text
    private List<String> row() {
        var fields = new ArrayList<String>();
        if (text.peek() == Characters.END) {
            return fields;
        }
        characters = 0;
        do {
            fields.add(text.peek() == '"' ? quoted() : plain());
        } while (tookDelimiter());
        if (!tookLineEnd() && text.peek() != Characters.END) {
            throw text.failure(
                    "after a closing quote comes the delimiter or the end of the line; a quote inside is \"\"");
        }
        return fields;
    }

    private boolean tookDelimiter() {
        if (text.peek() != delimiter) {
            return false;
        }
        text.next();
        return true;
    }

    private boolean tookLineEnd() {
        if (text.peek() == '\r') {
            text.next();
            if (text.peek() != '\n') {
                throw text.failure("a carriage return without line feed; quote the field");
            }
        }
        if (text.peek() != '\n') {
            return false;
        }
        text.next();
        return true;
    }

    private void skipEmptyLines() {
        while (tookLineEnd()) {}
    }

    private String plain() {
        var field = new StringBuilder();
        for (int c = text.peek(); c != delimiter && c != '\n' && c != '\r' && c != Characters.END; c = text.peek()) {
            if (c == '"') {
                throw text.failure("a quote inside a field that is not quoted; quote the field and double the quote");
            }
            append(text.next(), field);
        }
        return field.toString();
    }

    private String quoted() {
        int line = text.line();
        int column = text.column();
        text.next();
        var field = new StringBuilder();
        while (true) {
            int c = text.next();
            if (c == Characters.END) {
                throw new InputInvalid("the quote is not closed", line, column);
            }
            if (c == '"') {
                if (text.peek() != '"') {
                    return field.toString();
                }
                text.next();
            }
            append(c, field);
        }
    }

    private void append(int c, StringBuilder field) {
        if (++characters > limits.itemBytes()) {
            throw limits.tooLarge(text.line(), text.column());
        }
        field.append((char) c);
    }
}
