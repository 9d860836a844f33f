package dev.prodigy.lang.decode;

import dev.prodigy.lang.expr.pattern.InvalidPattern;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// Regular expressions in linear-time syntax: no backreference, no lookaround (spec 01 §10.2).
public final class Patterns {
    /// A regular expression, checked.
    public static final Shape<String> REGEX = new ScalarShape<>(
            "a regular expression", Texts.STRING.schema(new Definitions()), Patterns::regex, Value::of);

    private Patterns() {}

    /// Reads a regular expression and reports one that does not compile.
    public static @Nullable String regex(Node.Scalar scalar, Place place) {
        try {
            Regex.parse(scalar.text());
            return scalar.text();
        } catch (InvalidPattern e) {
            var message = "no valid regular expression: " + e.getMessage();
            place.error(ProblemCode.INVALID_PATTERN, scalar.span(), message);
            return null;
        }
    }
}
