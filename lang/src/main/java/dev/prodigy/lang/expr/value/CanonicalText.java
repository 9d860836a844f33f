package dev.prodigy.lang.expr.value;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.TreeMap;

/// A text that two values share exactly when they are equal (`1` and `1.0`, objects whatever the order of their
/// keys).
///
/// Sets of values are kept by it: strings stay fast in a hash set even when someone crafts values whose hashes
/// collide.
public final class CanonicalText {
    private CanonicalText() {}

    /// @return the text
    public static String of(Value value) {
        var text = new StringBuilder();
        append(value, text);
        return text.toString();
    }

    private static void append(Value value, StringBuilder to) {
        switch (value) {
            case Value.Null _ -> to.append('n');
            case Value.Bool bool -> to.append(bool.isTrue() ? 't' : 'f');
            case Value.Num(BigDecimal number) -> to.append('#').append(number.stripTrailingZeros());
            case Value.Text(String text) -> append(text, to);
            case Value.Items(var values) -> {
                to.append('[');
                for (var each : values) {
                    append(each, to);
                    to.append(',');
                }
                to.append(']');
            }
            case Value.Fields(var members) -> {
                to.append('{');
                for (var member : new TreeMap<>(members).entrySet()) {
                    append(member.getKey(), to);
                    append(member.getValue(), to);
                    to.append(',');
                }
                to.append('}');
            }
        }
    }

    /// The length in front keeps the text from being mistaken for what follows it.
    private static void append(String text, StringBuilder to) {
        to.append('"').append(text.length()).append(':').append(text);
    }
}
