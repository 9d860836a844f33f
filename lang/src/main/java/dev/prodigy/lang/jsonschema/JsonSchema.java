package dev.prodigy.lang.jsonschema;

import dev.harrel.jsonschema.Dialects;
import dev.harrel.jsonschema.JsonNode;
import dev.harrel.jsonschema.JsonNodeFactory;
import dev.harrel.jsonschema.JsonSchemaException;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;

/// JSON Schema, draft 2020-12. References lead only within the schema; nothing is fetched.
public final class JsonSchema {
    /// Makes the schema library's nodes of our values, or of JSON text.
    public static final JsonNodeFactory NODES = new JsonNodeFactory() {
        @Override
        public JsonNode wrap(Object node) {
            return node instanceof ValueNode wrapped ? wrapped : new ValueNode((Value) node, "");
        }

        @Override
        public JsonNode create(String rawJson) {
            return new ValueNode(Json.parse(rawJson), "");
        }
    };

    private JsonSchema() {}

    /// @return whether the document satisfies the schema; false for a schema that cannot be read, and for one that
    ///     refers to itself without an end
    public static boolean accepts(Value schema, Value document) {
        try {
            return new ValidatorFactory()
                    .withDefaultDialect(new Dialects.Draft2020Dialect())
                    .withDisabledSchemaValidation(true)
                    .withJsonNodeFactory(NODES)
                    .validate(new ValueNode(schema, ""), new ValueNode(document, ""))
                    .isValid();
        } catch (JsonSchemaException | StackOverflowError e) {
            // The library follows references by recursion: a schema can lead it in a circle, a document deep down.
            return false;
        }
    }
}
