package dev.prodigy.lang.expr.function;

import dev.prodigy.lang.expr.value.Arithmetic;
import dev.prodigy.lang.expr.value.Numbers;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.function.Predicate;

/// What kind a value is, and conversions between kinds.
final class KindFunctions {
    static final List<ValueFunction> ALL = List.of(
            is("is_null", Value::isNull),
            is("is_not_null", value -> !value.isNull()),
            is("is_number", Value.Num.class::isInstance),
            is("is_string", Value.Text.class::isInstance),
            is("is_bool", Value.Bool.class::isInstance),
            is("is_array", Value.Items.class::isInstance),
            is("is_object", Value.Fields.class::isInstance),
            ValueFunction.one("number", value -> Arithmetic.number(Numbers.of(value))),
            ValueFunction.one("string", value -> new Value.Text(ValueText.of(value))),
            ValueFunction.one("json", KindFunctions::json));

    private KindFunctions() {}

    private static ValueFunction is(String name, Predicate<Value> kind) {
        return ValueFunction.one(name, value -> Value.of(kind.test(value)));
    }

    /// A text becomes what it says as JSON, null when it is none; other values are JSON already.
    private static Value json(Value value) {
        if (value instanceof Value.Text(String text)) {
            var parsed = Json.tryParse(text);
            return parsed == null ? Value.Null.NULL : parsed;
        }
        return value;
    }
}
