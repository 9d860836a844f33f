package dev.prodigy.lang.decode;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// Expressions (spec 01 §10): syntax, functions, their arguments and regular expressions are checked.
public final class Expressions {
    /// An expression over variables of the workflow.
    public static final Shape<Expression> VARIABLES = over(BareNames.VARIABLES);

    /// An expression over the fields of an item or an event.
    public static final Shape<Expression> FIELDS = over(BareNames.FIELDS);

    /// A parameter's `validation`.
    public static final Shape<Expression> VALIDATION = over(BareNames.VALIDATION);

    private Expressions() {}

    private static Shape<Expression> over(BareNames names) {
        return new ScalarShape<>(
                "an expression",
                Texts.FILLED,
                (scalar, place) -> read(scalar, 0, scalar.text(), names, place),
                expression -> Value.of(expression.source()));
    }

    /// Reads an expression that is a part of a text.
    ///
    /// @param start where in the scalar's text it begins
    /// @return null when it is none, which has been reported at the offending character
    public static @Nullable Expression read(
            Node.Scalar scalar, int start, String source, BareNames names, Place place) {
        try {
            CompiledExpression.parse(source, names);
            return new Expression(
                    source, start == 0 ? scalar.span() : place.decoding().inside(scalar, start));
        } catch (ExpressionSyntax e) {
            var at = place.decoding().inside(scalar, start + e.offset());
            place.report(Problem.error(
                            e.code(),
                            e.getMessage() + " (at character " + (start + e.offset() + 1) + ")",
                            at,
                            place.path().toString())
                    .suggesting(e.suggestion()));
            return null;
        }
    }
}
