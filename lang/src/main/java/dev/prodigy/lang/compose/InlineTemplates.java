package dev.prodigy.lang.compose;

import dev.prodigy.lang.decode.DefaultOrder;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Templates;
import dev.prodigy.lang.decode.workflow.ComposedSource;
import dev.prodigy.lang.decode.workflow.ParameterValues;
import dev.prodigy.lang.decode.workflow.ParametersShape;
import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the templates of `template:` steps, by alias, name or path, and binds their parameters (spec 01 §12).
public final class InlineTemplates implements Templates {
    private static final String PARAMETERS = "parameters";
    private static final String DEFAULTS = "defaults";
    /// What a file gives to the step that uses it.
    public static final Set<String> USED = Set.of(StepLists.COMMANDS, PARAMETERS, DEFAULTS);

    /// What is only for people, or says what goes without saying.
    private static final Set<String> HARMLESS = Set.of("name", "version", "description", "mode");

    private final Library library;
    private Aliases aliases;

    /// @param aliases what imports gave a name
    public InlineTemplates(Library library, Aliases aliases) {
        this.library = library;
        this.aliases = aliases;
    }

    @Override
    public @Nullable Bound find(Node.Scalar source, Map<String, Data> with, @Nullable Written written, Place place) {
        var template = aliases.find(source);
        boolean aliased = template != null;
        if (template == null) {
            if (aliases.lost().contains(source.text())) {
                return null;
            }
            var found = new Composition(library, place.decoding());
            template = found.part(new ComposedSource(source.text(), false, source, place));
            aliases = aliases.and(found.aliases());
        }
        if (template == null) {
            return null;
        }
        var steps = template.get(StepLists.COMMANDS);
        if (steps == null) {
            var message = "the template \"" + source.text() + "\" has no \"commands\"";
            place.error(ProblemCode.MISSING_FIELD, source.span(), message);
            return null;
        }
        place.decoding().addInlined(source.text(), template);
        warnOfTheRest(template, aliased, place);
        var alias = aliased ? source.text() : null;
        return bound(new Found(template, alias, steps), source, with, written, place);
    }

    /// The steps run in the workflow that uses them, whose own keys count.
    ///
    /// @param aliased an import has taken its declarations
    private static void warnOfTheRest(Node.Mapping template, boolean aliased, Place place) {
        for (var entry : template.entries()) {
            if (!USED.contains(entry.key())
                    && !HARMLESS.contains(entry.key())
                    && !(aliased && Imports.isTakenBeside(entry.key()))) {
                at(entry.key(), place)
                        .warning(
                                ProblemCode.NO_EFFECT,
                                entry.keySpan(),
                                "a step that uses a template takes its steps, parameters and defaults; \"" + entry.key()
                                        + "\" is ignored",
                                "Move it into the file with the step, or run this file with workflow: instead.");
            }
        }
    }

    private static Place at(String key, Place place) {
        return place.elsewhere(NodePath.ROOT.key(key));
    }

    /// @param alias that an import gave it, or null
    private record Found(Node.Mapping document, @Nullable String alias, Node steps) {}

    private static @Nullable Bound bound(
            Found found, Node.Scalar source, Map<String, Data> with, @Nullable Written written, Place place) {
        var template = found.document();
        var declarations = template.get(PARAMETERS);
        var defaults = template.get(DEFAULTS) instanceof Node.Mapping map ? map : null;
        var values = new LinkedHashMap<String, Data>();
        var fallbacks = new LinkedHashMap<String, Data>();
        var parameters = declarations == null ? List.<Parameter>of() : parameters(declarations, place);
        for (var parameter : parameters) {
            var given = with.get(parameter.name());
            boolean hasDefault =
                    parameter.defaultValue() != null || (defaults != null && defaults.get(parameter.name()) != null);
            if (given != null && !(isNull(given) && (hasDefault || parameter.required()))) {
                values.put(parameter.name(), typed(given, parameter.type()));
                check(parameter, written);
            }
            if (parameter.defaultValue() != null && mayLack(values.get(parameter.name()))) {
                fallbacks.put(parameter.name(), Data.of(parameter.defaultValue(), parameter.span()));
            } else if (parameter.required() && !hasDefault && !values.containsKey(parameter.name())) {
                var message = "the template \"" + source.text() + "\" needs the parameter \"" + parameter.name() + "\"";
                place.error(ProblemCode.MISSING_PARAMETER, source.span(), message, "Add it to with.");
            }
        }
        var names = parameters.stream().map(Parameter::name).toList();
        with.forEach((name, value) -> {
            boolean hasDefault = defaults != null && defaults.get(name) != null;
            if (parameters.isEmpty() && !(isNull(value) && hasDefault)) {
                values.put(name, value);
            } else if (!parameters.isEmpty() && !names.contains(name)) {
                unknownParameter(name, names, source, written, place);
            }
        });
        if (defaults != null) {
            for (var each : defaults.entries()) {
                if (mayLack(values.get(each.key()))) {
                    fallbacks.putIfAbsent(each.key(), byDefault(each, parameters));
                }
            }
        }
        var without = new LinkedHashSet<>(names);
        without.removeAll(values.keySet());
        without.removeAll(fallbacks.keySet());
        var ordered = new DefaultOrder(fallbacks);
        for (var circle : ordered.circles()) {
            if (circle.stream().noneMatch(values::containsKey)) {
                place.error(
                        ProblemCode.INVALID_VALUE,
                        source.span(),
                        "the defaults of the template \"" + source.text() + "\" refer to each other in a circle: "
                                + String.join(" → ", circle));
            }
        }
        return new Bound(
                source.text(),
                found.alias(),
                template.span().file(),
                found.steps(),
                parameters,
                values,
                ordered.ordered(),
                without);
    }

    /// Null counts as not given.
    private static boolean isNull(Data given) {
        return given instanceof Data.Constant(var value, var _) && value.isNull();
    }

    /// @return whether there may be no value when the step starts: a placeholder may come to null
    private static boolean mayLack(@Nullable Data given) {
        return given == null
                || (given instanceof Data.Phrase(var text) && text.source().indexOf('$') >= 0);
    }

    private static void unknownParameter(
            String name, List<String> declared, Node.Scalar source, @Nullable Written written, Place place) {
        var message = "the template \"" + source.text() + "\" has no parameter \"" + name + "\"";
        var at = written == null ? place : written.place().key(name);
        var span = written == null ? source.span() : written.keySpan(name);
        at.report(Problem.error(
                        ProblemCode.UNKNOWN_PARAMETER, message, span, at.path().toString())
                .suggesting(Nearest.to(name, declared)));
    }

    private static void check(Parameter parameter, @Nullable Written written) {
        var value = written == null ? null : written.values().get(parameter.name());
        if (written != null && value != null) {
            ParameterValues.check(parameter, value, written.place().key(parameter.name()));
        }
    }

    /// What is written where a text is expected keeps its spelling (spec 01 §1).
    private static Data typed(Data given, Parameter.Type type) {
        return type == Parameter.Type.STRING && given instanceof Data.Constant(var _, String spelling)
                ? new Data.Constant(Value.of(spelling))
                : given;
    }

    private static Data byDefault(Node.Entry entry, List<Parameter> parameters) {
        boolean text = parameters.stream()
                .anyMatch(each ->
                        each.type() == Parameter.Type.STRING && each.name().equals(entry.key()));
        var value = text ? DataValue.spelled(entry.value()) : DataValue.of(entry.value());
        return Data.of(value, entry.value().span());
    }

    private static List<Parameter> parameters(Node declarations, Place place) {
        var parameters = ParametersShape.PARAMETERS.read(declarations, at(PARAMETERS, place));
        return parameters == null ? List.of() : parameters;
    }
}
