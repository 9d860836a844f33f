package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.value.Equality;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.ShownText;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads a parameter's value by its declared type (spec 01 §12): `string` keeps `007`, lists and objects are JSON;
/// and says whether it is allowed.
public final class ParameterValues {
    private static final int MOST_DIGITS = 1000;
    private static final int LONGEST_SHOWN = 60;

    private ParameterValues() {}

    /// Reports a value that stands in a file and is none that the parameter can have. What placeholders will give is
    /// checked when it is known; a list or a map stays one whatever they give.
    ///
    /// @param place of the value
    public static void check(Parameter parameter, Node written, Place place) {
        if (!isLiteral(written)
                && (written instanceof Node.Scalar || read(DataValue.of(written), parameter.type()) != null)) {
            return;
        }
        var given = parameter.type() == Parameter.Type.STRING ? DataValue.spelled(written) : DataValue.of(written);
        var value = read(given, parameter.type());
        var validation = parameter.validation();
        boolean judged = validation == null
                || CompiledExpression.parse(validation.source(), BareNames.VALIDATION).variables().stream()
                        .allMatch(path -> path.first().equals("value"));
        var trouble = value == null
                ? mistyped(parameter, given, UnaryOperator.identity())
                : trouble(parameter, value, judged, _ -> Binding.notOwned(), UnaryOperator.identity());
        if (trouble != null) {
            place.error(ProblemCode.INVALID_PARAMETER, written.span(), trouble);
        }
    }

    /// @param masked takes the secrets out of what is told
    /// @return what to say about a value that is none of the parameter's type
    static String mistyped(Parameter parameter, Value given, UnaryOperator<String> masked) {
        return "parameter `" + parameter.name() + "` is " + shown(parameter, given, masked) + ", which is no "
                + ParameterTypes.word(parameter.type())
                + (isSecret(parameter) ? "" : fault(parameter.type(), given));
    }

    private static boolean isSecret(Parameter parameter) {
        return SecretNames.STANDARD.contains(parameter.name());
    }

    private static String fault(Parameter.Type type, Value given) {
        boolean parsed = type == Parameter.Type.ARRAY || type == Parameter.Type.OBJECT;
        var fault = parsed && given instanceof Value.Text(var text) ? Json.fault(text) : null;
        return fault == null ? "" : "; as JSON: " + fault;
    }

    /// @param scope of the parameters, which a validation may compare
    /// @param masked takes the secrets out of what is told
    /// @return why a value of the right type is not allowed, or null when it is
    static @Nullable String trouble(Parameter parameter, Value value, Scope scope, UnaryOperator<String> masked) {
        return trouble(parameter, value, true, scope, masked);
    }

    private static @Nullable String trouble(
            Parameter parameter, Value value, boolean judged, Scope scope, UnaryOperator<String> masked) {
        if (!parameter.allowed().isEmpty()
                && parameter.allowed().stream().noneMatch(each -> Equality.equal(each, value))) {
            return "parameter `" + parameter.name() + "` is " + shown(parameter, value, masked)
                    + ", and must be one of "
                    + parameter.allowed().stream()
                            .map(ParameterValues::text)
                            .distinct()
                            .collect(Collectors.joining(", "));
        }
        var validation = parameter.validation();
        return validation != null
                        && judged
                        && !CompiledExpression.parse(validation.source(), BareNames.VALIDATION)
                                .isTrue(scope, Sources.none(), value, 0)
                ? "parameter `" + parameter.name() + "` is " + shown(parameter, value, masked)
                        + ", which its validation `" + validation.source() + "` refuses"
                : null;
    }

    private static boolean isLiteral(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> !scalar.isNull() && scalar.text().indexOf('$') < 0;
            case Node.Sequence list -> list.items().stream().allMatch(ParameterValues::isData);
            case Node.Mapping map -> map.entries().stream().allMatch(each -> isData(each.value()));
        };
    }

    private static boolean isData(Node node) {
        return isLiteral(node) || (node instanceof Node.Scalar scalar && scalar.isNull());
    }

    private static String shown(Parameter parameter, Value value, UnaryOperator<String> masked) {
        return ShownText.of(isSecret(parameter) ? Unstored.MASK : masked.apply(text(value)), LONGEST_SHOWN);
    }

    private static String text(Value value) {
        return value.isNull() ? "null" : ValueText.of(value);
    }

    /// A parameter that may be left out may be null too, whatever its type.
    ///
    /// @return whether a value is the null that stands for no value
    public static boolean isNone(Parameter parameter, Value value) {
        return value.isNull() && !parameter.required();
    }

    /// @return the value, or null when it is none of the type
    public static @Nullable Value read(Value given, Parameter.Type type) {
        var text = given instanceof Value.Text(var plain) ? plain : null;
        return switch (type) {
            case ANY -> given;
            case STRING -> given.isNull() ? null : text == null ? Value.of(written(given)) : given;
            case NUMBER -> text == null ? kept(given, Value.Num.class) : number(text);
            case INTEGER -> integer(text == null ? given : number(text));
            case BOOLEAN -> text == null ? kept(given, Value.Bool.class) : truth(text);
            case ARRAY -> kept(text == null ? given : Json.tryParse(text), Value.Items.class);
            case OBJECT -> kept(text == null ? given : Json.tryParse(text), Value.Fields.class);
        };
    }

    /// A number keeps the digits that were written: `1.10` is no `1.1`.
    private static String written(Value value) {
        return value instanceof Value.Num(var number) && Math.abs(number.scale()) <= MOST_DIGITS
                ? number.toPlainString()
                : Json.write(value);
    }

    private static @Nullable Value kept(@Nullable Value value, Class<? extends Value> kind) {
        return kind.isInstance(value) ? value : null;
    }

    private static @Nullable Value number(String text) {
        try {
            return new Value.Num(new BigDecimal(text.strip()));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable Value integer(@Nullable Value value) {
        return value instanceof Value.Num(var number)
                        && number.stripTrailingZeros().scale() <= 0
                ? value
                : null;
    }

    private static @Nullable Value truth(String text) {
        return switch (text.strip()) {
            case "true" -> Value.Bool.TRUE;
            case "false" -> Value.Bool.FALSE;
            default -> null;
        };
    }
}
