package dev.prodigy.lang.expr.function;

import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// Functions over a list or object as a whole.
final class ListFunctions {
    static final List<ValueFunction> ALL = List.of(
            ValueFunction.one("count", ListFunctions::count),
            ValueFunction.one("first", value -> element(value, true)),
            ValueFunction.one("last", value -> element(value, false)),
            ValueFunction.one("flatten", ListFunctions::flatten),
            ValueFunction.one("keys", ListFunctions::keys),
            ValueFunction.one("values", ListFunctions::values));

    private ListFunctions() {}

    private static Value count(Value value) {
        return switch (value) {
            case Value.Items(var values) -> Value.of(values.size());
            case Value.Fields(var members) -> Value.of(members.size());
            case Value.Null _, Value.Bool _, Value.Num _, Value.Text _ -> Value.Null.NULL;
        };
    }

    private static Value element(Value value, boolean first) {
        if (!(value instanceof Value.Items(var values)) || values.isEmpty()) {
            return Value.Null.NULL;
        }
        return first ? values.getFirst() : values.getLast();
    }

    /// One level: the elements of lists in the list take their list's place.
    private static Value flatten(Value value) {
        if (!(value instanceof Value.Items(var values))) {
            return Value.Null.NULL;
        }
        var flat = new ArrayList<Value>();
        for (var each : values) {
            if (each instanceof Value.Items(var inner)) {
                flat.addAll(inner);
            } else {
                flat.add(each);
            }
        }
        return new Value.Items(flat);
    }

    private static Value keys(Value value) {
        return value instanceof Value.Fields(var members)
                ? Value.ofTexts(List.copyOf(members.keySet()))
                : Value.Null.NULL;
    }

    private static Value values(Value value) {
        return value instanceof Value.Fields(var members)
                ? new Value.Items(List.copyOf(members.values()))
                : Value.Null.NULL;
    }
}
