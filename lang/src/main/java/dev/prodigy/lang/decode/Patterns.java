package dev.prodigy.lang.decode;

import dev.prodigy.lang.expr.pattern.Glob;
import dev.prodigy.lang.expr.pattern.InvalidPattern;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// Patterns: regular expressions in linear-time syntax, without backreference and lookaround (spec 01 §10.2), and
/// globs.
public final class Patterns {
    /// A regular expression, checked.
    public static final Shape<String> REGEX = new ScalarShape<>(
            "a regular expression", Texts.STRING.schema(new Definitions()), Patterns::regex, Value::of);

    /// A regular expression, checked as far as it is known: a placeholder is filled when the step has run.
    public static final Shape<Text> FILLED_REGEX = filled("a regular expression", Patterns::regex);

    /// A file pattern (spec 01 §8.3), likewise.
    public static final Shape<Text> FILLED_GLOB = filled("a file pattern", Patterns::glob);

    private Patterns() {}

    private static Shape<Text> filled(String expects, ScalarShape.Reader<String> check) {
        return new ScalarShape<>(
                expects,
                Texts.STRING.schema(new Definitions()),
                (scalar, place) -> scalar.text().contains("${") || check.read(scalar, place) != null
                        ? new Text(scalar.text(), scalar.span())
                        : null,
                text -> Value.of(text.source()));
    }

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
