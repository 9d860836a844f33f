package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ReservedNames;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `parameters` in every shape: a list, a map, `{required, optional}`, `{definitions}` (spec 01 §12).
public final class ParametersShape implements Shape<List<Parameter>> {
    /// The only instance.
    public static final Shape<List<Parameter>> PARAMETERS = new ParametersShape();

    private static final String REQUIRED = "required";
    private static final String OPTIONAL = "optional";
    private static final String DEFINITIONS = "definitions";
    private static final Set<String> GROUPS = Set.of(REQUIRED, OPTIONAL, DEFINITIONS);

    private ParametersShape() {}

    @Override
    public @Nullable List<Parameter> read(Node node, Place place) {
        place.refuseTag(node);
        var found = new LinkedHashMap<String, Parameter>();
        var named = new LinkedHashMap<String, Boolean>();
        return switch (node) {
            case Node.Scalar scalar -> {
                place.mismatch(scalar, expects());
                yield null;
            }
            case Node.Mapping map
            when isGrouped(map) -> {
                for (var group : map.entries()) {
                    if (!GROUPS.contains(group.key())) {
                        place.warning(
                                ProblemCode.UNKNOWN_KEY,
                                group.keySpan(),
                                "unknown key \"" + group.key() + "\" beside required and optional",
                                "Put the parameter into required or optional.");
                        continue;
                    }
                    boolean defines = group.key().equals(DEFINITIONS);
                    var required = defines ? null : group.key().equals(REQUIRED);
                    var names = defines ? Set.<String>of() : defined(map);
                    var at = place.key(group.key());
                    if (group.value() instanceof Node.Sequence list && !names.isEmpty()) {
                        mentions(list, names, Boolean.TRUE.equals(required), at, named);
                    }
                    collect(group.value(), required, names, at, found);
                }
                named.forEach((name, required) -> found.computeIfPresent(name, (_, each) -> each.demanded(required)));
                yield List.copyOf(found.values());
            }
            case Node.Mapping map -> {
                collect(map, null, Set.of(), place, found);
                yield List.copyOf(found.values());
            }
            case Node.Sequence list -> {
                collect(list, null, Set.of(), place, found);
                yield List.copyOf(found.values());
            }
        };
    }

    /// A parameter may itself be called `required`; a list there is never one.
    private static boolean isGrouped(Node.Mapping map) {
        boolean onlyGroups = !map.entries().isEmpty()
                && map.entries().stream()
                        .allMatch(entry -> GROUPS.contains(entry.key()) && !(entry.value() instanceof Node.Scalar));
        return onlyGroups
                || map.entries().stream()
                        .anyMatch(entry -> GROUPS.contains(entry.key()) && entry.value() instanceof Node.Sequence);
    }

    /// @return the names that `definitions` defines
    private static Set<String> defined(Node.Mapping groups) {
        return switch (groups.get(DEFINITIONS)) {
            case Node.Mapping map -> map.entries().stream().map(Node.Entry::key).collect(Collectors.toSet());
            case Node.Sequence list ->
                list.items().stream()
                        .filter(Node.Mapping.class::isInstance)
                        .map(each -> ((Node.Mapping) each).get("name"))
                        .filter(Node.Scalar.class::isInstance)
                        .map(name -> ((Node.Scalar) name).text())
                        .collect(Collectors.toSet());
            case Node.Scalar _ -> Set.of();
            case null -> Set.of();
        };
    }

    /// `required` and `optional` may list the names of what `definitions` says more about.
    private static void mentions(
            Node.Sequence list, Set<String> defined, boolean required, Place place, Map<String, Boolean> named) {
        for (int i = 0; i < list.items().size(); i++) {
            if (isMention(list.items().get(i), defined)) {
                var name = (Node.Scalar) list.items().get(i);
                if (named.putIfAbsent(name.text(), required) != null) {
                    var message = "the parameter \"" + name.text() + "\" is already listed";
                    place.index(i).error(ProblemCode.DUPLICATE_KEY, name.span(), message);
                }
            }
        }
    }

    private static boolean isMention(Node element, Set<String> defined) {
        return element instanceof Node.Scalar scalar && defined.contains(scalar.text());
    }

    /// @param defined names that a list only mentions
    private static void collect(
            Node node, @Nullable Boolean required, Set<String> defined, Place place, Map<String, Parameter> found) {
        var read = new ArrayList<@Nullable Parameter>();
        switch (node) {
            case Node.Sequence list -> {
                refuseEqual(list, place);
                for (int i = 0; i < list.items().size(); i++) {
                    if (!isMention(list.items().get(i), defined)) {
                        read.add(ParameterShape.element(list.items().get(i), required, place.index(i)));
                    }
                }
            }
            case Node.Mapping map ->
                map.entries().forEach(entry -> read.add(ParameterShape.entry(entry, required, place.key(entry.key()))));
            case Node.Scalar scalar -> place.mismatch(scalar, "a list or a map of parameters");
        }
        for (var parameter : read) {
            if (parameter != null && found.putIfAbsent(parameter.name(), parameter) != null) {
                var message = "the parameter \"" + parameter.name() + "\" is already declared";
                place.error(ProblemCode.DUPLICATE_KEY, parameter.span(), message);
            }
        }
    }

    /// Numbers are equal by their values (spec 01 §10), however they are written.
    private static void refuseEqual(Node.Sequence list, Place place) {
        var first = new HashMap<Value, String>();
        for (var element : list.items()) {
            var name = element instanceof Node.Mapping map ? map.get("name") : element;
            if (name instanceof Node.Scalar scalar) {
                var before = first.putIfAbsent(DataValue.of(element), scalar.text());
                if (before != null && !before.equals(scalar.text())) {
                    var message = "the parameter \"" + scalar.text() + "\" is already declared, as \"" + before + "\"";
                    place.error(ProblemCode.DUPLICATE_KEY, element.span(), message);
                }
            }
        }
    }

    @Override
    public String expects() {
        return "a list or a map of parameters";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var one = ParameterShape.MAP.schema(definitions);
        var name = ReservedNames.without(Texts.STRING.schema(definitions));
        var named = Schemas.with(
                Schemas.required("name"),
                "properties",
                Schemas.property("name", ReservedNames.schema(), "The parameter's name."));
        var list = Schemas.with(
                Schemas.listOf(Schemas.anyOf(name, Schemas.also(one, List.of(named)))), "uniqueItems", Value.of(true));
        var groups = new ArrayList<Value>();
        GROUPS.stream().sorted().forEach(group -> groups.add(grouped(group)));
        var entries = Schemas.mapOf(Schemas.anyOf(Schemas.not(Schemas.type("object")), one));
        var inGroups = Schemas.of("properties", Schemas.ANYTHING);
        for (var group : GROUPS.stream().sorted().toList()) {
            inGroups = property(inGroups, group, Schemas.anyOf(list, entries));
        }
        for (var group : GROUPS.stream().sorted().toList()) {
            entries = property(entries, group, Value.of(true));
        }
        var plain = Schemas.with(entries, "propertyNames", ReservedNames.schema());
        return Schemas.anyOf(
                list,
                Schemas.with(
                        Schemas.with(
                                Schemas.with(Schemas.type("object"), "if", Schemas.anyOf(groups)), "then", inGroups),
                        "else",
                        plain));
    }

    /// A list there is never a parameter, so it makes the map one of groups.
    private static Value.Fields grouped(String group) {
        var isList = Schemas.of("properties", Schemas.of(group, Schemas.type("array")));
        return Schemas.also(isList, List.of(Schemas.required(group)));
    }

    private static Value.Fields property(Value.Fields map, String name, Value schema) {
        var known = map.get("properties") instanceof Value.Fields fields ? fields : Schemas.ANYTHING;
        var described = schema instanceof Value.Fields fields
                ? Schemas.with(fields, "description", Value.of("Parameters, or one of this name."))
                : schema;
        return Schemas.with(map, "properties", Schemas.with(known, name, described));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var parameters = read(node, Place.silent());
        return new Value.Items(
                parameters == null
                        ? List.of()
                        : parameters.stream()
                                .<Value>map(ParametersShape::written)
                                .toList());
    }

    private static Value written(Parameter parameter) {
        var validation = parameter.validation();
        var fields = new FieldsWriter()
                .put("name", parameter.name())
                .put("type", ParameterTypes.word(parameter.type()))
                .put("description", parameter.description())
                .put("default", parameter.defaultValue())
                .put("validation", validation == null ? null : validation.source());
        if (!parameter.allowed().isEmpty()) {
            fields.put("enum", new Value.Items(parameter.allowed()));
        }
        return fields.put(REQUIRED, parameter.required()).done();
    }
}
