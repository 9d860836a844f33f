package dev.prodigy.engine.step.result;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a step's validation and handlers leave behind for later steps beside the step's own result (spec 01 §5–§7).
///
/// @param namespaces `validation` and `handler`, with their members
/// @param captures what handlers captured, by name
public record Left(Map<String, Value.Fields> namespaces, Map<String, Value> captures) {
    /// Nothing.
    public static final Left NOTHING = new Left(Map.of(), Map.of());

    public Left {
        namespaces = Map.copyOf(namespaces);
        captures = Map.copyOf(captures);
    }

    /// @return the same and a namespace, which takes the place of an earlier one of that name
    public Left with(String namespace, Value.Fields members) {
        var all = new LinkedHashMap<>(namespaces);
        all.put(namespace, members);
        return new Left(all, captures);
    }

    /// @return the same and what was left behind later
    public Left with(Left later) {
        if (later.equals(NOTHING)) {
            return this;
        }
        var spaces = new LinkedHashMap<>(namespaces);
        spaces.putAll(later.namespaces);
        var values = new LinkedHashMap<>(captures);
        values.putAll(later.captures);
        return new Left(spaces, values);
    }

    /// @return the same and a capture
    public Left with(String capture, Value value) {
        var all = new LinkedHashMap<>(captures);
        all.put(capture, value);
        return new Left(namespaces, all);
    }

    /// Lets later steps read it.
    public void publish(Variables variables) {
        namespaces.forEach((name, fields) -> {
            var members = new LinkedHashMap<String, Binding>();
            fields.members().forEach((member, value) -> members.put(member, Binding.data(value)));
            variables.namespace(name, Members.of(members));
        });
        captures.forEach(variables::capture);
    }

    /// @return the object that the journal keeps
    Value.Fields toFields() {
        var spaces = new FieldsWriter();
        namespaces.forEach(spaces::put);
        return new FieldsWriter()
                .put("namespaces", spaces.done())
                .put("captures", new Value.Fields(captures))
                .done();
    }

    /// @return what {@link #toFields} wrote; nothing for an empty object
    static Left read(Value.Fields fields) {
        if (fields.members().isEmpty()) {
            return NOTHING;
        }
        var in = new FieldsReader(fields);
        var spaces = new LinkedHashMap<String, Value.Fields>();
        in.fields("namespaces").members().forEach((name, value) -> {
            if (value instanceof Value.Fields members) {
                spaces.put(name, members);
            }
        });
        return new Left(spaces, in.fields("captures").members());
    }
}
