package dev.prodigy.model.text;

import dev.prodigy.model.value.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A YAML value whose texts may hold placeholders: `with`, the content of `write_file`, the elements of a `foreach`
/// list.
///
/// A text that is one whole placeholder keeps the type of its value.
public sealed interface Data {

    /// A number, boolean or null.
    record Constant(Value value) implements Data {}

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
