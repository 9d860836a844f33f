package dev.prodigy.lang.decode;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
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
            Pattern.compile(scalar.text());
            return scalar.text();
        } catch (PatternSyntaxException e) {
            var message = "no valid regular expression: " + e.getDescription();
            place.report(Problem.error(
                    ProblemCode.INVALID_PATTERN,
                    message,
                    scalar.span(),
                    place.path().toString()));
            return null;
        }
    }
}
