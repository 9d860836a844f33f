package dev.prodigy.lang.decode;

import dev.prodigy.model.value.Value;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

/// The pieces that JSON Schemas (draft 2020-12) are made of.
public final class Schemas {
    /// Accepts everything.
    public static final Value.Fields ANYTHING = new Value.Fields(java.util.Map.of());

    /// Accepts null, and the empty text that a tag without a value stands before.
    public static final Value.Fields NOTHING = of("enum", new Value.Items(List.of(Value.Null.NULL, Value.of(""))));

    private Schemas() {}

    /// @return a schema with one keyword
    public static Value.Fields of(String keyword, Value value) {
        return new Value.Fields(java.util.Map.of(keyword, value));
    }

    /// @return a schema of one type
    public static Value.Fields type(String type) {
        return of("type", Value.of(type));
    }

    /// @return a text that matches a pattern
    public static Value.Fields pattern(String regex) {
        return with(type("string"), "pattern", Value.of(regex));
    }

    /// @return one of these texts
    public static Value.Fields words(List<String> words) {
        return of("enum", Value.ofTexts(words));
    }

    /// @return whatever one of the schemas accepts
    public static Value.Fields anyOf(Value... schemas) {
        return anyOf(Arrays.asList(schemas));
    }

    /// @return whatever one of the schemas accepts
    public static Value.Fields anyOf(List<Value> schemas) {
        return of("anyOf", new Value.Items(schemas));
    }

    /// @param names keys that make a map what `then` describes
    /// @param then what such a map must be
    /// @param otherwise what everything else must be
    /// @return a schema that decides by the keys that are there
    public static Value.Fields byKeys(List<String> names, Value then, Value otherwise) {
        var one = anyOf(names.stream()
                .<Value>map(name -> of("required", Value.ofTexts(List.of(name))))
                .toList());
        return with(with(of("if", with(one, "type", Value.of("object"))), "then", then), "else", otherwise);
    }

    /// @return a map with all of these keys
    public static Value.Fields required(String... names) {
        return of("required", Value.ofTexts(List.of(names)));
    }

    /// @return whatever a schema refuses
    public static Value.Fields not(Value schema) {
        return of("not", schema);
    }

    /// @return a list of such values
    public static Value.Fields listOf(Value schema) {
        return with(type("array"), "items", schema);
    }

    /// @return a map with any keys to such values
    public static Value.Fields mapOf(Value schema) {
        return with(type("object"), "additionalProperties", schema);
    }

    /// @return a map that has this key, whatever else is in it
    public static Value.Fields mapWith(String key, Value schema) {
        return with(with(type("object"), "required", Value.ofTexts(List.of(key))), "properties", of(key, schema));
    }

    /// @return everything but what all of these schemas accept
    public static Value.Fields notAll(Value... schemas) {
        return not(of("allOf", new Value.Items(Arrays.asList(schemas))));
    }

    /// @return the `properties` of a map with one key
    ///
    /// @param description one sentence for people
    public static Value.Fields property(String key, Value.Fields schema, String description) {
        return of(key, with(schema, "description", Value.of(description)));
    }

    /// @return what satisfies a schema and all of these rules
    public static Value.Fields also(Value.Fields schema, List<Value> rules) {
        var all = new java.util.ArrayList<Value>();
        if (schema.get("allOf") instanceof Value.Items(var own)) {
            all.addAll(own);
        }
        all.addAll(rules);
        return all.isEmpty() ? schema : with(schema, "allOf", new Value.Items(all));
    }

    /// @return the schema with a further keyword
    public static Value.Fields with(Value.Fields schema, String keyword, Value value) {
        var members = new LinkedHashMap<>(schema.members());
        members.put(keyword, value);
        return new Value.Fields(members);
    }
}
