package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// How many executions a layer may make, the first included: 1 to 1000 (spec 02 §3.2).
final class Attempts implements Shape<Integer> {
    static final Shape<Integer> ATTEMPTS = new Attempts();

    private final Shape<Integer> number = Numbers.integer(1, 1000);

    private Attempts() {}

    @Override
    public @Nullable Integer read(Node node, Place place) {
        if (node instanceof Node.Scalar scalar && isNone(scalar)) {
            var message = "expected " + expects() + ", found \"" + scalar.text()
                    + "\": it counts executions, 1 means no retry";
            place.error(ProblemCode.INVALID_VALUE, scalar.span(), message);
            return null;
        }
        return number.read(node, place);
    }

    private static boolean isNone(Node.Scalar scalar) {
        var written = Numbers.number(scalar);
        return written != null && written.signum() <= 0;
    }

    @Override
    public String expects() {
        return number.expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return number.schema(definitions);
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return number.normal(node, decoding);
    }
}
