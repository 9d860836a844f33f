package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.jsonpath.JsonPath;
import dev.prodigy.lang.jsonpath.JsonPathSyntax;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// JSONPath queries (RFC 9535 with the leniencies of spec 03 §3).
final class JsonPaths {
    static final Shape<String> JSON_PATH = Given.text(
            new ScalarShape<>("a JSONPath", Texts.STRING.schema(new Definitions()), JsonPaths::read, Value::of), "$");

    private JsonPaths() {}

    private static @Nullable String read(Node.Scalar scalar, Place place) {
        try {
            JsonPath.parse(scalar.text(), JsonPath.Mode.LENIENT);
            return scalar.text();
        } catch (JsonPathSyntax e) {
            var at = place.decoding().inside(scalar, e.position() - 1);
            place.error(
                    ProblemCode.INVALID_PATTERN,
                    at,
                    "no valid JSONPath: " + e.getMessage() + " (at character " + e.position() + ")");
            return null;
        }
    }
}
