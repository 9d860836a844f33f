package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.value.Value;
import java.util.Arrays;

/// What a JSON Schema says of the `default` of a parameter with a type (spec 01 §12, 05 §2.3). It refuses
/// nothing that {@link ParameterValues} reads: null, a text with a placeholder, and digits that are not ASCII
/// pass.
final class TypedDefaults {
    private static final String OPEN = "\\$|[^\\x00-\\x7F]";
    private static final String EXPONENT = "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)[eE][+-]?[0-9]+";

    private TypedDefaults() {}

    /// @param type the key of the type
    /// @param byDefault the key of the default
    /// @return a rule for each type that not everything has
    static Value[] rules(String type, String byDefault) {
        return Arrays.stream(Parameter.Type.values())
                .filter(each -> !schema(each).equals(Schemas.ANYTHING))
                .map(each -> Schemas.notAll(
                        Schemas.mapWith(type, Schemas.pattern("^" + ParameterTypes.inAnyCase(each) + "$")),
                        Schemas.mapWith(byDefault, Schemas.not(schema(each)))))
                .toArray(Value[]::new);
    }

    private static Value.Fields schema(Parameter.Type type) {
        return switch (type) {
            case ANY, STRING -> Schemas.ANYTHING;
            case NUMBER -> orText("number", "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)\\s*$|^\\s*" + EXPONENT + "\\s*$");
            case INTEGER -> orText("integer", "[+-]?([0-9]+\\.?0*|\\.0+)\\s*$|^\\s*" + EXPONENT + "\\s*$");
            case BOOLEAN -> orText("boolean", "(true|false)\\s*$");
            case ARRAY -> orText("array", "\\[");
            case OBJECT -> orText("object", "\\{");
        };
    }

    /// @param spelled how a text with such a value begins
    private static Value.Fields orText(String type, String spelled) {
        return Schemas.anyOf(Schemas.type(type), Schemas.type("null"), Schemas.pattern(OPEN + "|^\\s*" + spelled));
    }
}
