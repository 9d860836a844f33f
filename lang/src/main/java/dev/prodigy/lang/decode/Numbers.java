package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Numbers within bounds. A text of digits counts as a number (spec 01 §1, "Scalars").
public final class Numbers {
    private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]{1,40}(\\.[0-9]{0,40})?([eE][-+]?[0-9]{1,3})?");

    private Numbers() {}

    /// @return a whole number from `least` to `most`
    public static Shape<Integer> integer(int least, int most) {
        var expects = most == Integer.MAX_VALUE
                ? "a whole number from " + least
                : "a whole number from " + least + " to " + most;
        var literal = new ScalarShape<Integer>(
                expects,
                Schemas.anyOf(bounded("integer", least, most), Schemas.pattern(NumberPatterns.whole(least, most))),
                (scalar, place) -> {
                    var number = number(scalar);
                    if (number == null || number.stripTrailingZeros().scale() > 0 || !within(number, least, most)) {
                        place.mismatch(scalar, expects);
                        return null;
                    }
                    return number.intValueExact();
                },
                Value::of);
        return new Given<>(literal, Integer.toString(Math.clamp(1, least, most)));
    }

    /// @return a number from `least` to `most`, both included
    public static Shape<Double> between(double least, double most) {
        var expects = "a number from " + shown(least) + (most == Double.MAX_VALUE ? "" : " to " + shown(most));
        var literal = new ScalarShape<Double>(
                expects,
                Schemas.anyOf(between("minimum", least, "maximum", most), Schemas.pattern(NumberPatterns.upTo(most))),
                (scalar, place) -> {
                    var number = number(scalar);
                    if (number == null || !within(number, least, most)) {
                        place.mismatch(scalar, expects);
                        return null;
                    }
                    return number.doubleValue();
                },
                Value::of);
        return new Given<>(literal, shown(least));
    }

    /// @return a number above 0, up to `most`
    public static Shape<Double> positive(double most) {
        var expects = "a number above 0, up to " + shown(most);
        var literal = new ScalarShape<Double>(
                expects,
                Schemas.anyOf(
                        between("exclusiveMinimum", 0, "maximum", most), Schemas.pattern(NumberPatterns.upTo(most))),
                (scalar, place) -> {
                    var number = number(scalar);
                    if (number == null || number.signum() <= 0 || !within(number, 0, most)) {
                        place.mismatch(scalar, expects);
                        return null;
                    }
                    return number.doubleValue();
                },
                Value::of);
        return new Given<>(literal, shown(most));
    }

    /// @param lower `minimum` or `exclusiveMinimum`
    /// @param upper `maximum` or `exclusiveMaximum`
    /// @return the JSON Schema of numbers between two
    public static Value.Fields between(String lower, double least, String upper, double most) {
        return Schemas.with(Schemas.with(Schemas.type("number"), lower, Value.of(least)), upper, Value.of(most));
    }

    /// @return the number that a scalar states, or null when it states none
    public static @Nullable BigDecimal number(Node.Scalar scalar) {
        return switch (scalar.kind()) {
            case INTEGER, FLOAT -> DataValue.of(scalar) instanceof Value.Num(var number) ? number : null;
            case STRING -> DECIMAL.matcher(scalar.text()).matches() ? new BigDecimal(scalar.text()) : null;
            case BOOLEAN, NULL -> null;
        };
    }

    private static boolean within(BigDecimal number, double least, double most) {
        return number.compareTo(BigDecimal.valueOf(least)) >= 0 && number.compareTo(BigDecimal.valueOf(most)) <= 0;
    }

    private static Value.Fields bounded(String type, double least, double most) {
        var members = new LinkedHashMap<String, Value>();
        members.put("type", Value.of(type));
        members.put("minimum", Value.of(least));
        if (most < Integer.MAX_VALUE) {
            members.put("maximum", Value.of(most));
        }
        return new Value.Fields(members);
    }

    private static String shown(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
