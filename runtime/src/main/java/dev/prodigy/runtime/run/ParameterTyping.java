package dev.prodigy.runtime.run;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Parameter;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Reads a parameter's value by its declared type (spec 01 §12): `string` keeps `007`, lists and objects are JSON.
final class ParameterTyping {
    private static final int MOST_DIGITS = 1000;

    private ParameterTyping() {}

    /// @return the value, or null when it is none of the type
    static @Nullable Value read(Value given, Parameter.Type type) {
        var text = given instanceof Value.Text(var plain) ? plain : null;
        return switch (type) {
            case ANY -> given;
            case STRING -> text == null ? Value.of(written(given)) : given;
            case NUMBER -> text == null ? kept(given, Value.Num.class) : number(text);
            case INTEGER -> integer(text == null ? given : number(text));
            case BOOLEAN -> text == null ? kept(given, Value.Bool.class) : truth(text);
            case ARRAY -> kept(text == null ? given : Json.tryParse(text), Value.Items.class);
            case OBJECT -> kept(text == null ? given : Json.tryParse(text), Value.Fields.class);
        };
    }

    /// A number keeps the digits that were written: `1.10` is no `1.1`.
    private static String written(Value value) {
        return value instanceof Value.Num(var number) && Math.abs(number.scale()) <= MOST_DIGITS
                ? number.toPlainString()
                : Json.write(value);
    }

    private static @Nullable Value kept(@Nullable Value value, Class<? extends Value> kind) {
        return kind.isInstance(value) ? value : null;
    }

    private static @Nullable Value number(String text) {
        try {
            return new Value.Num(new BigDecimal(text.strip()));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable Value integer(@Nullable Value value) {
        return value instanceof Value.Num(var number)
                        && number.stripTrailingZeros().scale() <= 0
                ? value
                : null;
    }

    private static @Nullable Value truth(String text) {
        return switch (text.strip()) {
            case "true" -> Value.Bool.TRUE;
            case "false" -> Value.Bool.FALSE;
            default -> null;
        };
    }
}
