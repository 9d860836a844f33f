package dev.prodigy.lang.jsonschema;

import dev.harrel.jsonschema.Dialects;
import dev.harrel.jsonschema.Error;
import dev.harrel.jsonschema.InvalidSchemaException;
import dev.harrel.jsonschema.JsonNode;
import dev.harrel.jsonschema.JsonNodeFactory;
import dev.harrel.jsonschema.JsonSchemaException;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
        return objection(schema, document) == null;
    }

    /// @return what the document does not satisfy, in words; null when it satisfies the schema. A schema that cannot
    ///     be read, or leads around in a circle, is satisfied by nothing
    public static @Nullable String objection(Value schema, Value document) {
        try {
            var result = validate(schema, document, true);
            return result.isValid()
                    ? null
                    : result.getErrors().stream()
                            .findFirst()
                            .map(JsonSchema::said)
                            .orElse("it does not satisfy the schema");
        } catch (JsonSchemaException e) {
            return "the schema cannot be read: " + e.getMessage();
        } catch (StackOverflowError e) {
            return "the schema, or the document, is nested without end";
        }
    }

    /// @return what is wrong with a schema, in words, or null
    public static @Nullable String problem(Value schema) {
        if (!(schema instanceof Value.Fields || schema instanceof Value.Bool)) {
            return "a schema is a map, or true or false";
        }
        try {
            validate(schema, Value.Null.NULL, false);
            return SchemaMistakes.first(schema);
        } catch (InvalidSchemaException e) {
            return e.getErrors().stream().findFirst().map(JsonSchema::said).orElse("it is no JSON Schema");
        } catch (JsonSchemaException e) {
            return e.getMessage() == null ? "it is no JSON Schema" : e.getMessage();
        } catch (StackOverflowError e) {
            return "it refers to itself";
        }
    }

    /// @param schema a valid one
    /// @return what says of many documents whether they satisfy it
    public static Predicate<Value> judge(Value schema) {
        var validator = factory(true).createValidator();
        var name = validator.registerSchema(new ValueNode(schema, ""));
        return document -> validator.validate(name, new ValueNode(document, "")).isValid();
    }

    private static Validator.Result validate(Value schema, Value document, boolean unchecked) {
        return factory(unchecked).validate(new ValueNode(schema, ""), new ValueNode(document, ""));
    }

    private static ValidatorFactory factory(boolean unchecked) {
        return new ValidatorFactory()
                .withDefaultDialect(new Dialects.Draft2020Dialect())
                .withDisabledSchemaValidation(unchecked)
                .withJsonNodeFactory(NODES);
    }

    private static String said(Error error) {
        var place = error.getInstanceLocation();
        return (place.isEmpty() ? "" : place + ": ") + error.getError();
    }
}
