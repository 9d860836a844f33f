package dev.prodigy.lang.decode;

import dev.prodigy.model.text.Expression;
import dev.prodigy.model.value.Value;

/// Expressions (spec 01 §10).
public final class Expressions {
    /// An expression, its syntax checked.
    public static final Shape<Expression> EXPRESSION = new ScalarShape<>(
            "an expression",
            Texts.STRING.schema(new Definitions()),
            (scalar, _) -> new Expression(scalar.text(), scalar.span()),
            expression -> Value.of(expression.source()));

    private Expressions() {}
}
