package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Rates of failures (spec 02 §4).
final class Ratios {
    private static final String EXPECTS = "a ratio from 0 to 1, or a percentage such as \"20%\"";
    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,6})?) ?%");
    private static final Shape<Double> RATIO = Numbers.between(0, 1);
    private static final double WHOLE = 100;

    /// A ratio from 0 to 1, or per cent.
    static final Shape<Double> THRESHOLD = new Given<>(
            new ScalarShape<>(
                    EXPECTS,
                    Schemas.anyOf(
                            RATIO.schema(new Definitions()),
                            Schemas.pattern("^(0?[0-9]{1,2}(\\.[0-9]+)?|100(\\.0+)?) ?%$")),
                    Ratios::threshold,
                    Value::of),
            "0.5");

    /// A confidence between one half and one, both excluded.
    static final Shape<Double> CONFIDENCE = new Given<>(
            new ScalarShape<>(
                    "a number between 0.5 and 1",
                    Schemas.anyOf(
                            Numbers.between("exclusiveMinimum", 0.5, "exclusiveMaximum", 1),
                            Schemas.pattern("^(\\+?0+\\.(5[0-9]*[1-9]|[6-9])[0-9]*|[+-]?[0-9.]+[eE][+-]?[0-9]+)$")),
                    Ratios::confidence,
                    Value::of),
            "0.95");

    private Ratios() {}

    private static @Nullable Double threshold(Node.Scalar scalar, Place place) {
        var percent = PERCENT.matcher(scalar.text());
        if (percent.matches()) {
            double ratio = Double.parseDouble(percent.group(1)) / WHOLE;
            if (ratio <= 1) {
                return ratio;
            }
        } else {
            var number = Numbers.number(scalar);
            if (number != null && number.signum() >= 0 && number.doubleValue() <= 1) {
                return number.doubleValue();
            }
            if (number != null && number.doubleValue() <= WHOLE && number.signum() > 0) {
                var message = "expected " + EXPECTS + ", found \"" + scalar.text() + "\"";
                place.error(ProblemCode.INVALID_VALUE, scalar.span(), message, "Write \"" + scalar.text() + "%\".");
                return null;
            }
        }
        place.mismatch(scalar, EXPECTS);
        return null;
    }

    private static @Nullable Double confidence(Node.Scalar scalar, Place place) {
        var number = Numbers.number(scalar);
        if (number != null && number.doubleValue() > 0.5 && number.doubleValue() < 1) {
            return number.doubleValue();
        }
        place.mismatch(scalar, "a number between 0.5 and 1, both excluded");
        return null;
    }
}
