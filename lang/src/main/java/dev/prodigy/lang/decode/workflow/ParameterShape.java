package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Expressions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ReservedNames;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One declared parameter (spec 01 §12).
final class ParameterShape {
    private static final Key<String> NAME = Key.of("name", Texts.STRING, "The parameter's name.");
    private static final Key<Parameter.Type> TYPE =
            Key.of("type", ParameterTypes.TYPE, "What a value must be.").byDefault("any");
    private static final Key<String> DESCRIPTION = Key.of("description", Texts.STRING, "A note for people.");
    private static final Key<Value> DEFAULT = Key.of("default", DataShapes.VALUE, "The value when none is given.");
    private static final Key<Expression> VALIDATION =
            Key.of("validation", Expressions.VALIDATION, "An expression over `value` that must be true.");
    private static final Key<List<Value>> ENUM =
            Key.of("enum", Lists.of(DataShapes.VALUE), "The only values that are allowed.");
    private static final Key<Boolean> REQUIRED = Key.of("required", Booleans.BOOLEAN, "Whether a value must be given.");
    private static final KeySet KEYS = KeySet.of(NAME, TYPE, DESCRIPTION, DEFAULT, VALIDATION, ENUM, REQUIRED);
    static final Keyed<Parameter> MAP = Keyed.of(
                    "a parameter: {type, default, …}",
                    Unknown.WARNING,
                    KEYS,
                    entries -> read(entries, null, null, null))
            .ruling(TypedDefaults.rules(TYPE.name(), DEFAULT.name()));

    private ParameterShape() {}

    /// Reads an element of a list of parameters.
    ///
    /// @param required what holds when the parameter itself does not say; null = required unless it has a default
    static @Nullable Parameter element(Node node, @Nullable Boolean required, Place place) {
        if (node instanceof Node.Mapping map) {
            place.refuseTag(map);
            var entries = Entries.of(map, KEYS, Unknown.WARNING, place);
            var parameter = read(entries, null, null, required);
            entries.finish();
            return parameter;
        }
        var name = Texts.STRING.read(node, place);
        return name == null ? null : plain(name, null, node.span(), required, place);
    }

    /// Reads an entry of a map of parameters; what is no map is the default.
    static @Nullable Parameter entry(Node.Entry entry, @Nullable Boolean required, Place place) {
        if (entry.value() instanceof Node.Mapping map) {
            place.refuseTag(map);
            var entries = Entries.of(map, KEYS, Unknown.WARNING, place);
            var parameter = read(entries, entry.key(), entry.keySpan(), required);
            entries.finish();
            return parameter;
        }
        boolean none = entry.value() instanceof Node.Scalar scalar && scalar.isNull();
        var value = none ? null : DataValue.of(entry.value());
        if (value instanceof Value.Text(var word) && ParameterTypes.isType(word)) {
            place.warning(
                    ProblemCode.INVALID_VALUE,
                    entry.value().span(),
                    "\"" + word + "\" is the default of the parameter \"" + entry.key() + "\", and not its type",
                    "For the type write " + entry.key() + ": {type: " + word + "}, for the text " + entry.key()
                            + ": {default: " + word + "}.");
        }
        return plain(entry.key(), value, entry.keySpan(), required, place);
    }

    private static Parameter plain(
            String name, @Nullable Value byDefault, Span span, @Nullable Boolean required, Place place) {
        ReservedNames.check(name, span, place);
        boolean demanded = required == null ? byDefault == null : required;
        return new Parameter(name, Parameter.Type.ANY, null, demanded, byDefault, null, List.of(), span);
    }

    private static @Nullable Parameter read(
            Entries entries, @Nullable String given, @Nullable Span givenAt, @Nullable Boolean required) {
        var own = given == null ? entries.required(NAME) : entries.get(NAME);
        var name = given == null ? own : given;
        if (name == null) {
            return null;
        }
        var span = givenAt == null ? entries.span(NAME) : givenAt;
        ReservedNames.check(name, span, entries.place());
        var type = entries.get(TYPE, Parameter.Type.ANY);
        var allowed = spelled(entries.get(ENUM, List.of()), type, entries.written(ENUM));
        var byDefault = entries.get(DEFAULT);
        var written = entries.written(DEFAULT);
        if (type == Parameter.Type.STRING && written != null) {
            byDefault = DataValue.spelled(written);
        }
        var says = entries.get(REQUIRED);
        boolean fallback = required == null ? byDefault == null : required;
        var parameter = new Parameter(
                name,
                type,
                entries.get(DESCRIPTION),
                says == null ? fallback : says,
                byDefault,
                entries.get(VALIDATION),
                allowed,
                span);
        if (written != null) {
            ParameterValues.check(parameter, written, entries.at(DEFAULT));
        }
        return parameter;
    }

    /// The allowed values of a text keep their spelling, as the text does.
    private static List<Value> spelled(List<Value> allowed, Parameter.Type type, @Nullable Node written) {
        return type == Parameter.Type.STRING && written instanceof Node.Sequence list
                ? list.items().stream().map(DataValue::spelled).toList()
                : allowed;
    }
}
