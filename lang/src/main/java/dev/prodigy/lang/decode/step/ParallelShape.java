package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// How many rounds run at once: `false` is 1, `true` is 10 (spec 01 §2).
final class ParallelShape {
    private static final int SOME = 10;
    private static final String EXPECTS = "true, false or a number from 1 to 1000";
    private static final Shape<Integer> COUNT = Numbers.integer(1, 1000);

    static final Shape<Integer> PARALLEL = new Given<>(
            new ScalarShape<>(
                    EXPECTS,
                    Schemas.anyOf(
                            Schemas.type("boolean"),
                            Schemas.pattern("^([Tt]rue|TRUE|[Ff]alse|FALSE)$"),
                            COUNT.schema(new Definitions())),
                    ParallelShape::read,
                    Value::of),
            "1");

    private ParallelShape() {}

    private static @Nullable Integer read(Node.Scalar scalar, Place place) {
        return switch (scalar.text()) {
            case "true", "True", "TRUE" -> Integer.valueOf(SOME);
            case "false", "False", "FALSE" -> Integer.valueOf(1);
            default -> {
                if (Numbers.number(scalar) == null) {
                    place.mismatch(scalar, EXPECTS);
                    yield null;
                }
                yield COUNT.read(scalar, place);
            }
        };
    }
}
