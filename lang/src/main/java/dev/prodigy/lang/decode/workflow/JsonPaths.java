package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.model.value.Value;

/// JSONPath queries (RFC 9535, spec 03 §3).
final class JsonPaths {
    static final Shape<String> JSON_PATH = new ScalarShape<>(
            "a JSONPath", Texts.STRING.schema(new Definitions()), (scalar, _) -> scalar.text(), Value::of);

    private JsonPaths() {}
}
