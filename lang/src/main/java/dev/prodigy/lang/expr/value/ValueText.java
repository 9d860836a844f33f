package dev.prodigy.lang.expr.value;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// A value as the text that takes its place (spec 01 §8.3).
public final class ValueText {
    private ValueText() {}

    /// @return null as empty text, booleans and strings as they are, numbers as the shortest decimal, lists and
    ///     objects as compact JSON
    public static String of(Value value) {
        return of(value, ListStyle.JSON);
    }

    /// @return the same, but a list in the given style
    public static String of(Value value, ListStyle style) {
        return switch (value) {
            case Value.Null _ -> "";
            case Value.Bool bool -> bool.isTrue() ? "true" : "false";
            case Value.Num(BigDecimal number) -> Numbers.text(number);
            case Value.Text(String text) -> text;
            case Value.Items(var values) ->
                switch (style) {
                    case JSON -> json(value);
                    case LINES -> joined(values, "\n");
                    case WORDS -> joined(values, " ");
                };
            case Value.Fields _ -> json(value);
        };
    }

    /// @return the texts of the elements with a separator between them
    public static String joined(List<Value> values, String separator) {
        return values.stream().map(ValueText::of).collect(Collectors.joining(separator));
    }

    /// @return compact JSON; a string gets its quotes
    public static String json(Value value) {
        try {
            return Json.write(ShortNumbers.in(value));
        } catch (JacksonException e) {
            return ""; // nested deeper than JSON may be: no text, rather than a failure where none can be reported
        }
    }

    /// @return the text of a string, number or boolean; the Java null for null, lists and objects, which text
    ///     functions make nothing of
    public static @Nullable String ofScalar(Value value) {
        return switch (value) {
            case Value.Text(String text) -> text;
            case Value.Num(BigDecimal number) -> Numbers.text(number);
            case Value.Bool bool -> bool.isTrue() ? "true" : "false";
            case Value.Null _, Value.Items _, Value.Fields _ -> null;
        };
    }
}
