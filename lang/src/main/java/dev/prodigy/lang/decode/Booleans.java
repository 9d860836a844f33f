package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// `true` and `false`, in quotes too; `yes`, `no`, `on`, `off` are texts in YAML 1.2 and refused with advice.
public final class Booleans {
    private static final Shape<Boolean> LITERAL = new ScalarShape<>(
            "true or false",
            Schemas.anyOf(Schemas.type("boolean"), Schemas.pattern("^([Tt]rue|TRUE|[Ff]alse|FALSE)$")),
            Booleans::read,
            Value::of);

    /// A boolean.
    public static final Shape<Boolean> BOOLEAN = new Given<>(LITERAL, "false");

    /// A boolean that is taken for true as long as it is not known.
    public static final Shape<Boolean> MAYBE = new Given<>(LITERAL, "true");

    /// The JSON Schema of what is true.
    public static final Value.Fields TRUE =
            Schemas.anyOf(Schemas.of("const", Value.of(true)), Schemas.pattern("^([Tt]rue|TRUE)$"));

    private Booleans() {}

    private static @Nullable Boolean read(Node.Scalar scalar, Place place) {
        return switch (scalar.text()) {
            case "true", "True", "TRUE" -> true;
            case "false", "False", "FALSE" -> false;
            default -> {
                var message = "expected true or false, found \"" + scalar.text() + "\"";
                place.report(Problem.error(
                                ProblemCode.INVALID_VALUE,
                                message,
                                scalar.span(),
                                place.path().toString())
                        .suggesting(meant(scalar.text())));
                yield null;
            }
        };
    }

    private static @Nullable String meant(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "yes", "on", "y", "1" -> "true";
            case "no", "off", "n", "0" -> "false";
            default -> Nearest.to(text, List.of("true", "false"));
        };
    }
}
