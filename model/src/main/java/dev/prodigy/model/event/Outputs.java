package dev.prodigy.model.event;

import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;

/// What a run gives as its `outputs` (spec 01 §1).
///
/// @param values by name; one that was not available is null
/// @param nulls names of those that are null and were available
public record Outputs(Value.Fields values, List<String> nulls) {
    /// None.
    public static final Outputs NONE = new Outputs(new Value.Fields(Map.of()), List.of());

    /// The member with the values, where they are kept.
    public static final String VALUES = "outputs";

    /// The member with the names of those that are null and were available; left out where there are none.
    public static final String NULLS = "null_outputs";

    public Outputs {
        nulls = nulls.stream().filter(values.members()::containsKey).toList();
    }

    /// @return outputs that were all available
    public static Outputs available(Value.Fields values) {
        return new Outputs(
                values,
                values.members().entrySet().stream()
                        .filter(each -> each.getValue().isNull())
                        .map(Map.Entry::getKey)
                        .toList());
    }

    /// @return names of those that were available
    public List<String> names() {
        return values.members().entrySet().stream()
                .filter(each -> !each.getValue().isNull() || nulls.contains(each.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// @return the same, of which these values are known
    public Outputs with(Value.Fields known) {
        return new Outputs(known, nulls);
    }

    /// Writes both members.
    ///
    /// @return the object that they were written to
    public FieldsWriter write(FieldsWriter out) {
        out.put(VALUES, values);
        return nulls.isEmpty() ? out : out.put(NULLS, nulls);
    }

    /// @return what {@link #write} wrote
    public static Outputs read(FieldsReader in) {
        return new Outputs(in.fields(VALUES), in.texts(NULLS));
    }
}
