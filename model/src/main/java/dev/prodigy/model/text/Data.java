package dev.prodigy.model.text;

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
