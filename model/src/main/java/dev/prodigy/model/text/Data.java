package dev.prodigy.model.text;

import dev.prodigy.model.source.Span;
import dev.prodigy.model.value.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A YAML value whose texts may hold placeholders: `with`, the content of `write_file`, the elements of a `foreach`
/// list.
///
/// A text that is one whole placeholder keeps the type of its value.
public sealed interface Data {
    /// @param span where the value was written, for messages about what its texts refer to
    /// @return the same value, whose texts may hold placeholders
    static Data of(Value value, Span span) {
        return switch (value) {
            case Value.Text(var text) -> new Phrase(new Text(text, span));
            case Value.Items(var elements) ->
                new Sequence(elements.stream().map(each -> of(each, span)).toList());
            case Value.Fields(var fields) -> {
                var members = new LinkedHashMap<String, Data>();
                fields.forEach((name, each) -> members.put(name, of(each, span)));
                yield new Mapping(members);
            }
            case Value.Num _, Value.Bool _, Value.Null _ -> new Constant(value);
        };
    }

    /// @return the value as it was written, its placeholders unfilled
    default Value written() {
        return switch (this) {
            case Constant(var value, var _) -> value;
            case Phrase(var text) -> new Value.Text(text.source());
            case Sequence(var elements) ->
                new Value.Items(elements.stream().map(Data::written).toList());
            case Mapping(var members) -> {
                var values = new LinkedHashMap<String, Value>();
                members.forEach((name, each) -> values.put(name, each.written()));
                yield new Value.Fields(values);
            }
        };
    }

    /// A number, boolean or null, or a whole value that needs no filling.
    ///
    /// @param spelling as its author wrote it, for where a text is expected; null where there is none
    record Constant(Value value, @Nullable String spelling) implements Data {
        /// A value that nobody spelled.
        public Constant(Value value) {
            this(value, null);
        }
    }

    /// A text, filled when it is used.
    record Phrase(Text text) implements Data {}

    /// A list, in order.
    record Sequence(List<Data> elements) implements Data {
        public Sequence {
            elements = List.copyOf(elements);
        }
    }

    /// A map, in source order.
    record Mapping(Map<String, Data> members) implements Data {
        public Mapping {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }
    }
}
