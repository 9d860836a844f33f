package dev.prodigy.model.value;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builds an object member by member; a member without a value is left out.
public final class FieldsWriter {
    private final Map<String, Value> members = new LinkedHashMap<>();

    /// An object without members yet.
    public FieldsWriter() {}

    /// Adds a string, or nothing for null.
    public FieldsWriter put(String name, @Nullable String text) {
        return put(name, text == null ? null : new Value.Text(text));
    }

    /// Adds a number.
    public FieldsWriter put(String name, long number) {
        return put(name, Value.of(number));
    }

    /// Adds a number, or nothing for null.
    public FieldsWriter put(String name, @Nullable Long number) {
        return put(name, number == null ? null : Value.of(number));
    }

    /// Adds a boolean.
    public FieldsWriter put(String name, boolean truth) {
        return put(name, Value.of(truth));
    }

    /// Adds a timestamp in the program's form, or nothing for null.
    public FieldsWriter put(String name, @Nullable Instant moment) {
        return put(name, moment == null ? null : Timestamps.format(moment));
    }

    /// Adds a list of strings.
    public FieldsWriter put(String name, List<String> texts) {
        return put(name, Value.ofTexts(texts));
    }

    /// Adds any value, or nothing for the Java null. The JSON `null` is a value.
    public FieldsWriter put(String name, @Nullable Value value) {
        if (value != null) {
            members.put(name, value);
        }
        return this;
    }

    /// Adds all members of an object.
    public FieldsWriter putAll(Value.Fields fields) {
        members.putAll(fields.members());
        return this;
    }

    /// @return the object
    public Value.Fields done() {
        return new Value.Fields(members);
    }
}
