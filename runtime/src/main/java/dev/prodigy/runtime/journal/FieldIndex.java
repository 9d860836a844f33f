package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.json.JsonSyntax;
import dev.prodigy.model.value.Value;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.ObjectReadContext;

/// Where the members of a compact JSON object lie in a buffer, found without building any of them.
///
/// Replay reads millions of lines and wants two or three fields of each: finding them so takes half the time of a
/// parser that skips the others.
final class FieldIndex {
    private static final int POSITIONS = 4;
    private static final int MOST_DIGITS = 18;

    private final EventNames names = new EventNames();
    private byte[] bytes = new byte[0];
    private int[] positions = new int[POSITIONS * 32];
    private int count;
    /// Where the next member begins that is not indexed.
    private int next;
    private int end;
    private boolean malformed;

    /// Indexes members that each begin with a comma, as in `,"a":1,"b":[2]`.
    ///
    /// @return whether they are well-formed as far as can be seen from their borders
    boolean read(byte[] buffer, int from, int to) {
        begin(buffer, from, to);
        return readRest();
    }

    /// Gets ready to index members, as {@link #read} does, as far as they are asked for: most of what is wanted of a
    /// line stands at its beginning.
    void begin(byte[] buffer, int from, int to) {
        bytes = buffer;
        count = 0;
        next = from;
        end = to;
        malformed = false;
    }

    /// Indexes what is left.
    ///
    /// @return as {@link #read}
    boolean readRest() {
        while (advance()) {}
        return !malformed;
    }

    /// @return whether the members are not well-formed, as far as they were looked at
    boolean isMalformed() {
        return malformed;
    }

    /// @return the number of the member with a name of ASCII characters, or -1
    int find(String name) {
        int i = 0;
        while (i < count || advance()) {
            if (equals(positions[i * POSITIONS], positions[i * POSITIONS + 1], name)) {
                return i;
            }
            i++;
        }
        return -1;
    }

    /// Indexes one member more.
    private boolean advance() {
        if (next >= end) {
            return false;
        }
        int nameEnd = next + 1 < end && bytes[next] == ',' ? textEnd(next + 1, end) : -1;
        int valueEnd = nameEnd >= 0 && nameEnd < end && bytes[nameEnd] == ':' ? valueEnd(nameEnd + 1, end) : -1;
        if (valueEnd < 0) {
            malformed = true;
            count = 0;
            next = end;
            return false;
        }
        add(next + 2, nameEnd - 1, nameEnd + 1, valueEnd);
        next = valueEnd;
        return true;
    }

    /// @return all members, in their order
    /// @throws JsonSyntax when one is not JSON after all
    SequencedMap<String, Value> members() {
        var members = new LinkedHashMap<String, Value>();
        for (int i = 0; i < count; i++) {
            members.put(name(i), value(i));
        }
        return members;
    }

    /// @return a member's value
    /// @throws JsonSyntax when it is not JSON after all
    Value value(int member) {
        var text = plainText(member);
        if (text != null) {
            return new Value.Text(text);
        }
        long integer = integer(member, Long.MIN_VALUE);
        return integer == Long.MIN_VALUE ? parse(member) : Value.of(integer);
    }

    /// @return whether a member's value is `true`
    boolean isTrue(int member) {
        int from = positions[member * POSITIONS + 2];
        return bytes[from] == 't' && positions[member * POSITIONS + 3] - from == "true".length();
    }

    /// @return a member's value when it is an integer of at most 18 digits, else the other number
    long integer(int member, long otherwise) {
        int from = positions[member * POSITIONS + 2];
        int to = positions[member * POSITIONS + 3];
        int digits = bytes[from] == '-' ? from + 1 : from;
        if (digits == to || to - digits > MOST_DIGITS) {
            return otherwise;
        }
        long number = 0;
        for (int i = digits; i < to; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return otherwise;
            }
            number = number * 10 + (bytes[i] - '0');
        }
        return digits == from ? number : -number;
    }

    /// @return a member's text when it is a string without escapes; else null
    @Nullable
    String plainText(int member) {
        int from = positions[member * POSITIONS + 2] + 1;
        int to = positions[member * POSITIONS + 3] - 1;
        if (bytes[from - 1] != '"') {
            return null;
        }
        int above = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\\') {
                return null;
            }
            above |= bytes[i];
        }
        // Nearly every text is of ASCII alone, which needs no decoding.
        return new String(bytes, from, to - from, above < 0 ? UTF_8 : ISO_8859_1);
    }

    private String name(int member) {
        int from = positions[member * POSITIONS];
        int to = positions[member * POSITIONS + 1];
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\\' || bytes[i] < 0) {
                return Json.reread(new String(bytes, from - 1, to - from + 2, UTF_8)) instanceof Value.Text(var text)
                        ? text
                        : "";
            }
        }
        return names.text(bytes, from, to);
    }

    private Value parse(int member) {
        int from = positions[member * POSITIONS + 2];
        int length = positions[member * POSITIONS + 3] - from;
        try (var json = JournalFormat.JSON.createParser(ObjectReadContext.empty(), bytes, from, length)) {
            json.nextToken();
            return Json.read(json);
        } catch (JacksonException | JsonSyntax e) {
            // A name with half a surrogate pair is only read from text.
            return Json.reread(new String(bytes, from, length, UTF_8));
        }
    }

    private void add(int nameFrom, int nameTo, int valueFrom, int valueTo) {
        int at = count * POSITIONS;
        if (at == positions.length) {
            positions = Arrays.copyOf(positions, positions.length * 2);
        }
        positions[at] = nameFrom;
        positions[at + 1] = nameTo;
        positions[at + 2] = valueFrom;
        positions[at + 3] = valueTo;
        count++;
    }

    private boolean equals(int from, int to, String name) {
        if (to - from != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (bytes[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// @return behind the value that begins here, or -1
    private int valueEnd(int from, int to) {
        if (from >= to) {
            return -1;
        }
        return switch (bytes[from]) {
            case '"' -> textEnd(from, to);
            case '{', '[' -> containerEnd(from, to);
            default -> wordEnd(from, to);
        };
    }

    private int wordEnd(int from, int to) {
        int at = from;
        while (at < to && bytes[at] != ',' && bytes[at] != '}' && bytes[at] != ']') {
            at++;
        }
        return at == from ? -1 : at;
    }

    private int textEnd(int from, int to) {
        if (bytes[from] != '"') {
            return -1;
        }
        for (int at = from + 1; at < to; at++) {
            if (bytes[at] == '"') {
                return at + 1;
            }
            if (bytes[at] == '\\') {
                at++;
            }
        }
        return -1;
    }

    private int containerEnd(int from, int to) {
        int depth = 0;
        for (int at = from; at < to; at++) {
            switch (bytes[at]) {
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                case '"' -> {
                    at = textEnd(at, to) - 1;
                    if (at < 0) {
                        return -1;
                    }
                }
                default -> {
                    continue;
                }
            }
            if (depth == 0) {
                return at + 1;
            }
        }
        return -1;
    }
}
