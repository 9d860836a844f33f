package dev.prodigy.lang.expr.value;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// Arithmetic over numbers and numeric texts; anything else, division by zero and results beyond the bounds of
/// {@link Numbers} give null (spec 01 §10.2).
///
/// Sums and products are exact up to 1000 digits; quotients and roots have 34 (IEEE 754 decimal128).
public enum Arithmetic {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAINDER;

    private static final MathContext EXACT = new MathContext(Numbers.MAX_DIGITS, RoundingMode.HALF_EVEN);

    /// @return the result, or null where the operation makes no sense
    public Value apply(Value left, Value right) {
        var one = Numbers.of(left);
        var other = Numbers.of(right);
        return one == null || other == null ? Value.Null.NULL : number(apply(one, other));
    }

    /// @return the result, or the Java null where there is none
    public @Nullable BigDecimal apply(BigDecimal left, BigDecimal right) {
        return switch (this) {
            case ADD -> Numbers.bounded(left.add(right, EXACT));
            case SUBTRACT -> Numbers.bounded(left.subtract(right, EXACT));
            case MULTIPLY -> Numbers.bounded(left.multiply(right, EXACT));
            case DIVIDE -> right.signum() == 0 ? null : Numbers.bounded(left.divide(right, MathContext.DECIMAL128));
            case REMAINDER -> right.signum() == 0 ? null : Numbers.bounded(left.remainder(right));
        };
    }

    /// @return the number with its sign turned; null for what is no number
    public static Value negate(Value value) {
        var number = Numbers.of(value);
        return number == null ? Value.Null.NULL : new Value.Num(number.negate());
    }

    /// @return the number as a value; the Java null, and a number beyond the bounds, as null
    public static Value number(@Nullable BigDecimal number) {
        return number == null || Numbers.bounded(number) == null ? Value.Null.NULL : new Value.Num(number);
    }
}
