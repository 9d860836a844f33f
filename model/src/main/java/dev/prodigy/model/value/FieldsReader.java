package dev.prodigy.model.value;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the members of an object that this program wrote earlier.
public final class FieldsReader {
    private final Value.Fields fields;

    /// A reader of an object's members.
    public FieldsReader(Value.Fields fields) {
        this.fields = fields;
    }

    /// @return the string
    /// @throws UnreadableFields when it is missing or of another kind
    public String text(String name) {
        return required(name, textOrNull(name));
    }

    /// @return the string, or null when it is missing
    public @Nullable String textOrNull(String name) {
        return switch (valueOrNull(name)) {
            case null -> null;
            case Value.Text(String text) -> text;
            case Value other -> throw wrong(name, "a string", other);
        };
    }

    /// @return the number, fraction cut off
    /// @throws UnreadableFields when it is missing or of another kind
    public long number(String name) {
        return required(name, numberOrNull(name));
    }

    /// @return the number, or null when it is missing
    public @Nullable Long numberOrNull(String name) {
        return switch (valueOrNull(name)) {
            case null -> null;
            case Value.Num(var number) -> number.longValue();
            case Value other -> throw wrong(name, "a number", other);
        };
    }

    /// @return the number, or the other where it is missing, as in a journal of an earlier version
    public long numberOr(String name, long other) {
        var number = numberOrNull(name);
        return number == null ? other : number;
    }

    /// @return the number as an int
    /// @throws UnreadableFields when it is missing or of another kind
    public int integer(String name) {
        return Math.toIntExact(number(name));
    }

    /// @return the boolean, false when it is missing
    public boolean truth(String name) {
        return switch (valueOrNull(name)) {
            case null -> false;
            case Value.Bool bool -> bool.isTrue();
            case Value other -> throw wrong(name, "a boolean", other);
        };
    }

    /// @return the moment, or null when it is missing
    public @Nullable Instant momentOrNull(String name) {
        var text = textOrNull(name);
        return text == null ? null : Timestamps.parse(text);
    }

    /// @return the strings of a list, empty when it is missing
    public List<String> texts(String name) {
        return switch (valueOrNull(name)) {
            case null -> List.of();
            case Value.Items(var values) ->
                values.stream()
                        .map(each -> each instanceof Value.Text(String text) ? text : String.valueOf(each))
                        .toList();
            case Value other -> throw wrong(name, "a list", other);
        };
    }

    /// @return the object, empty when it is missing
    public Value.Fields fields(String name) {
        return switch (valueOrNull(name)) {
            case null -> new Value.Fields(Map.of());
            case Value.Fields object -> object;
            case Value other -> throw wrong(name, "an object", other);
        };
    }

    /// @return the value
    /// @throws UnreadableFields when it is missing
    public Value value(String name) {
        return required(name, valueOrNull(name));
    }

    /// @return the value, or null when it is missing or the JSON `null`
    public @Nullable Value valueOrNull(String name) {
        var value = fields.get(name);
        return value == null || value.isNull() ? null : value;
    }

    private static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new UnreadableFields("the member " + name + " is missing");
        }
        return value;
    }

    private static UnreadableFields wrong(String name, String expected, Value found) {
        return new UnreadableFields("the member " + name + " is not " + expected + " but "
                + found.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    }
}
