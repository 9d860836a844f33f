package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.value.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The types of parameters, whose names ignore case (spec 01 §12).
public final class ParameterTypes {
    private static final List<String> WORDS =
            Arrays.stream(Parameter.Type.values()).map(ParameterTypes::word).toList();

    static final Shape<Parameter.Type> TYPE = new ScalarShape<>(
            "one of " + String.join(", ", WORDS),
            Schemas.anyOf(Schemas.words(WORDS), Schemas.pattern(inAnyCase())),
            ParameterTypes::read,
            type -> Value.of(word(type)));

    private ParameterTypes() {}

    private static String inAnyCase() {
        return Arrays.stream(Parameter.Type.values())
                .map(ParameterTypes::inAnyCase)
                .collect(Collectors.joining("|", "^(", ")$"));
    }

    /// @return a regular expression for the type's name
    static String inAnyCase(Parameter.Type type) {
        return word(type)
                .chars()
                .mapToObj(c -> "[" + Character.toUpperCase((char) c) + (char) c + "]")
                .collect(Collectors.joining());
    }

    /// @return the type's name in workflow files
    public static String word(Parameter.Type type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /// @return whether a word is a type's name
    static boolean isType(String word) {
        return WORDS.stream().anyMatch(word::equalsIgnoreCase);
    }

    private static Parameter.@Nullable Type read(Node.Scalar scalar, Place place) {
        for (var type : Parameter.Type.values()) {
            if (word(type).equalsIgnoreCase(scalar.text())) {
                return type;
            }
        }
        place.unknownWord(scalar, "type", WORDS);
        return null;
    }
}
