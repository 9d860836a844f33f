package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The JSON Schema of a step. It cannot know the agents that a workflow declares, so a step without a known kind
/// passes when it has some other key.
final class StepSchema {
    private StepSchema() {}

    static Value.Fields of(Definitions definitions) {
        var properties = new LinkedHashMap<String, Value>();
        var kinds = new ArrayList<String>();
        for (var shape : StepKinds.NAMED) {
            var kind = shape.form();
            for (var name : kind.names()) {
                kinds.add(name);
                var schema = kind.value().schema(definitions);
                properties.put(name, Schemas.with(schema, "description", Value.of(kind.description())));
            }
            kind.beside().properties(definitions).members().forEach((name, schema) -> either(properties, name, schema));
        }
        for (var old : LegacyKind.ALL) {
            kinds.add(old.name());
            properties.put(old.name(), old.schema(definitions));
        }
        StepOptionKeys.ALL
                .properties(definitions)
                .members()
                .forEach((name, schema) -> either(properties, name, schema));
        var step = new LinkedHashMap<String, Value>();
        step.put("type", Value.of("object"));
        step.put("properties", new Value.Fields(properties));
        step.put("anyOf", new Value.Items(hasKind(kinds, properties)));
        step.put("allOf", new Value.Items(rules(kinds)));
        return Schemas.anyOf(Texts.STRING.schema(definitions), new Value.Fields(step));
    }

    /// A key that means one thing with one kind and another with the next takes both.
    private static void either(Map<String, Value> properties, String name, Value schema) {
        properties.merge(name, schema, (first, second) -> first.equals(second) ? first : both(first, second));
    }

    private static Value both(Value first, Value second) {
        var either = Schemas.anyOf(first, second);
        var words = first instanceof Value.Fields described ? described.get("description") : null;
        return words == null ? either : Schemas.with(either, "description", words);
    }

    private static List<Value> hasKind(List<String> kinds, Map<String, Value> properties) {
        var named = kinds.stream().<Value>map(kind -> Schemas.of("required", Value.ofTexts(List.of(kind))));
        var known = Schemas.of("propertyNames", Schemas.words(List.copyOf(properties.keySet())));
        return Stream.concat(named, Stream.of(Schemas.of("not", known))).toList();
    }

    /// Two kinds exclude each other, and so do two names of one option; `validate` is an option as well.
    private static List<Value> rules(List<String> kinds) {
        var rules = new ArrayList<>(StepOptionKeys.ALL.oneNameEach());
        for (int i = 0; i < kinds.size(); i++) {
            for (int j = i + 1; j < kinds.size(); j++) {
                if (!kinds.get(i).equals(ValidateKind.NAME) && !kinds.get(j).equals(ValidateKind.NAME)) {
                    var both = Schemas.of("required", Value.ofTexts(List.of(kinds.get(i), kinds.get(j))));
                    rules.add(Schemas.of("not", both));
                }
            }
        }
        return rules;
    }
}
