package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/// The JSON Schema of a step, and of steps that stand side by side in a map. It cannot know the agents that a workflow
/// declares, so a map without a known kind passes when it has some other key.
final class StepSchema {
    private StepSchema() {}

    static Value.Fields of(Definitions definitions) {
        var properties = new LinkedHashMap<>(kinds(definitions));
        for (var old : LegacyKind.ALL) {
            properties.put(old.name(), old.schema(definitions));
        }
        own(definitions, properties);
        var rules = new ArrayList<>(StepOptionKeys.ALL.oneNameEach());
        rules.addAll(eachKind(definitions));
        rules.addAll(oneKind());
        rules.add(StepOptionKeys.ONE_AFTER);
        var known = new HashSet<>(properties.keySet());
        known.addAll(Taken.names());
        var step = object(properties);
        step.put("anyOf", new Value.Items(hasKind(known)));
        step.put("allOf", new Value.Items(rules));
        return Schemas.anyOf(Texts.STRING.schema(definitions), new Value.Fields(step));
    }

    /// @param control the fields that are not options of the steps; they come before options of the same name
    /// @param enough fields that make the map complete without a kind
    static Value.Fields sideBySide(KeySet control, List<String> enough, Definitions definitions) {
        var shared = definitions.reference("kinds", () -> sharedKeys(definitions));
        var properties = new LinkedHashMap<>(control.properties(definitions).members());
        StepOptionKeys.ALL.properties(definitions).members().forEach((name, schema) -> {
            if (HandlerKeys.CONTROL.names().contains(name) && !HandlerKeys.isOnlyControl(name, control)) {
                either(properties, name, schema);
            }
        });
        var known = new ArrayList<>(properties.keySet());
        known.addAll(kinds(definitions).keySet());
        known.addAll(StepOptionKeys.ALL.names());
        RemovedKind.ALL.forEach(kind -> known.add(kind.name()));
        known.addAll(Taken.names());
        var rules = new ArrayList<Value>(List.of(shared));
        rules.addAll(control.oneNameEach());
        rules.addAll(eachKind(definitions));
        rules.add(StepOptionKeys.ONE_AFTER);
        var complete = new ArrayList<>(hasKind(Set.copyOf(known)));
        enough.forEach(name -> complete.add(Schemas.required(name)));
        properties.put("commands", Value.of(false));
        properties.put("steps", Value.of(false));
        var map = object(properties);
        map.put("anyOf", new Value.Items(complete));
        map.put("allOf", new Value.Items(rules));
        return new Value.Fields(map);
    }

    /// What stands in every map of steps side by side, whatever its control fields are.
    private static Value.Fields sharedKeys(Definitions definitions) {
        var properties = new LinkedHashMap<>(kinds(definitions));
        for (var old : LegacyKind.ALL) {
            var schema = Texts.TEXT.schema(definitions);
            properties.put(old.name(), described(schema, old.form().description()));
        }
        own(definitions, properties);
        HandlerKeys.CONTROL.names().forEach(properties::remove);
        return new Value.Fields(object(properties));
    }

    /// @return a schema that demands no kind, for maps whose steps stand in a list
    static Value.Fields noKind() {
        return Schemas.not(Schemas.anyOf(names().<Value>map(Schemas::required).toList()));
    }

    private static SequencedMap<String, Value> object(Map<String, Value> properties) {
        var object = new LinkedHashMap<String, Value>();
        object.put("type", Value.of("object"));
        object.put("properties", new Value.Fields(properties));
        return object;
    }

    private static Map<String, Value> kinds(Definitions definitions) {
        var properties = new LinkedHashMap<String, Value>();
        for (var shape : StepKinds.NAMED) {
            var form = shape.form();
            var schema = described(form.value().schema(definitions), form.description());
            form.names().forEach(name -> properties.put(name, schema));
        }
        return properties;
    }

    /// Adds what kinds take beside them, the options, and the kinds of old.
    private static void own(Definitions definitions, Map<String, Value> properties) {
        for (var shape : StepKinds.NAMED) {
            shape.form()
                    .beside()
                    .properties(definitions)
                    .members()
                    .forEach((name, schema) -> either(properties, name, schema));
        }
        StepOptionKeys.ALL
                .properties(definitions)
                .members()
                .forEach((name, schema) -> either(properties, name, schema));
        for (var removed : RemovedKind.ALL) {
            var nothing = described(Schemas.ANYTHING, removed.form().description());
            properties.put(removed.name(), removed.isRefused() ? Value.of(false) : nothing);
        }
    }

    private static Value.Fields described(Value.Fields schema, String description) {
        return Schemas.with(schema, "description", Value.of(description));
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

    private static List<Value> hasKind(Set<String> known) {
        var other = Schemas.not(Schemas.of(
                "propertyNames", Schemas.words(known.stream().sorted().toList())));
        return Stream.concat(names().<Value>map(Schemas::required), Stream.of(other))
                .toList();
    }

    /// The names of all kinds that have one of their own and are not refused.
    private static Stream<String> names() {
        return Stream.of(StepKinds.NAMED, LegacyKind.ALL, RemovedKind.ACCEPTED)
                .flatMap(List::stream)
                .flatMap(kind -> kind.form().names().stream());
    }

    /// What a kind demands beside it, and what an option is that another kind writes in its own way.
    private static List<Value> eachKind(Definitions definitions) {
        var rules = new ArrayList<Value>();
        for (var shape : StepKinds.NAMED) {
            rules.addAll(shape.rules());
            var own = shape.form().beside().properties(definitions).members();
            StepOptionKeys.ALL.properties(definitions).members().forEach((name, option) -> {
                if (own.containsKey(name) && !own.containsValue(option)) {
                    var otherwise = Schemas.of("properties", Schemas.of(name, option));
                    var without = Schemas.not(Schemas.anyOf(shape.form().names().stream()
                            .<Value>map(Schemas::required)
                            .toList()));
                    rules.add(Schemas.with(Schemas.of("if", without), "then", otherwise));
                }
            });
        }
        return rules;
    }

    /// Two kinds exclude each other; `validate` is an option as well.
    private static List<Value> oneKind() {
        var kinds = names().filter(name -> !name.equals(ValidateKind.NAME)).toList();
        var rules = new ArrayList<Value>();
        for (int i = 0; i < kinds.size(); i++) {
            for (int j = i + 1; j < kinds.size(); j++) {
                rules.add(Schemas.not(Schemas.required(kinds.get(i), kinds.get(j))));
            }
        }
        return rules;
    }
}
