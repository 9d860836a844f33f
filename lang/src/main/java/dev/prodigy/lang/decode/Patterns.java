package dev.prodigy.lang.decode;

import dev.prodigy.lang.expr.pattern.Glob;
import dev.prodigy.lang.expr.pattern.InvalidPattern;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// Patterns: regular expressions in linear-time syntax, without backreference and lookaround (spec 01 §10.2), and
/// globs.
public final class Patterns {
    /// A regular expression, checked.
    public static final Shape<String> REGEX = new ScalarShape<>(
            "a regular expression", Texts.STRING.schema(new Definitions()), Patterns::regex, Value::of);

    /// A file pattern, checked (spec 01 §8.3).
    public static final Shape<String> GLOB =
            new ScalarShape<>("a file pattern", Texts.STRING.schema(new Definitions()), Patterns::glob, Value::of);

    private Patterns() {}

    private static @Nullable String glob(Node.Scalar scalar, Place place) {
        try {
            Glob.parse(scalar.text());
            return scalar.text();
        } catch (InvalidPattern e) {
            place.error(ProblemCode.INVALID_PATTERN, scalar.span(), "no valid file pattern: " + e.getMessage());
            return null;
        }
    }

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
