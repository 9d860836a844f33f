package dev.prodigy.lang.expr.value;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;

/// The numbers inside lists and objects as the shortest decimals, as they are written by themselves (spec 01 §8.3):
/// `2.5` for `2.50` and `1000` for `1e3`. No value changes.
public final class ShortNumbers {
    /// Beyond so many zeros a number keeps its exponent: a list of a million `1e9999` must not ask for gigabytes.
    private static final int MOST_ZEROS = 21;

    /// What lies deeper has no text anyway.
    private static final int DEEPEST = 2 * Json.MAX_DEPTH;

    private ShortNumbers() {}

    /// @return the same value
    public static Value in(Value value) {
        return areIn(value, 0) ? value : written(value, 0);
    }

    private static boolean areIn(Value value, int depth) {
        return switch (value) {
            case Value.Num(BigDecimal number) -> number.scale() == 0;
            case Value.Items(var values) -> areIn(values, depth + 1);
            case Value.Fields(var members) -> areIn(members.values(), depth + 1);
            case Value.Null _, Value.Bool _, Value.Text _ -> true;
        };
    }

    private static boolean areIn(Collection<Value> values, int depth) {
        if (depth > DEEPEST) {
            return true;
        }
        for (var each : values) {
            if (!areIn(each, depth)) {
                return false;
            }
        }
        return true;
    }

    private static Value written(Value value, int depth) {
        if (depth > DEEPEST) {
            return value;
        }
        return switch (value) {
            case Value.Num(BigDecimal number) -> new Value.Num(shortened(number));
            case Value.Items(var values) -> {
                var shorter = new ArrayList<Value>(values.size());
                for (var each : values) {
                    shorter.add(written(each, depth + 1));
                }
                yield new Value.Items(shorter);
            }
            case Value.Fields(var members) -> {
                var shorter = new LinkedHashMap<String, Value>();
                for (var each : members.entrySet()) {
                    shorter.put(each.getKey(), written(each.getValue(), depth + 1));
                }
                yield new Value.Fields(shorter);
            }
            case Value.Null _, Value.Bool _, Value.Text _ -> value;
        };
    }

    private static BigDecimal shortened(BigDecimal number) {
        if (number.scale() == 0) {
            return number;
        }
        var stripped = number.stripTrailingZeros();
        return stripped.scale() < 0 && stripped.scale() >= -MOST_ZEROS ? stripped.setScale(0) : stripped;
    }
}
