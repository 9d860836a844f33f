package dev.prodigy.lang.expr.value;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;

/// Which values count as true (spec 01 §10.2).
public final class Truth {
    private Truth() {}

    /// @return false for `false`, null, 0, empty text, the texts `false` (any case) and `0`, and an empty list or
    ///     object; else true
    public static boolean of(Value value) {
        return switch (value) {
            case Value.Null _ -> false;
            case Value.Bool bool -> bool.isTrue();
            case Value.Num(BigDecimal number) -> number.signum() != 0;
            case Value.Text(String text) -> of(text);
            case Value.Items(var values) -> !values.isEmpty();
            case Value.Fields(var members) -> !members.isEmpty();
        };
    }

    private static boolean of(String text) {
        if (text.isEmpty()) {
            return false;
        }
        String word = text.strip();
        return !word.equals("0") && !word.equalsIgnoreCase("false");
    }
}
