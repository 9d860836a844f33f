package dev.prodigy.lang.expr.function;

import dev.prodigy.lang.expr.value.Arithmetic;
import dev.prodigy.lang.expr.value.Numbers;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.UnaryOperator;

/// Functions over one number or numeric text.
final class NumberFunctions {
    static final List<ValueFunction> ALL = List.of(
            number("abs", BigDecimal::abs),
            number("floor", number -> rounded(number, RoundingMode.FLOOR)),
            number("ceil", number -> rounded(number, RoundingMode.CEILING)),
            number("round", number -> rounded(number, RoundingMode.HALF_UP)));

    private NumberFunctions() {}

    private static ValueFunction number(String name, UnaryOperator<BigDecimal> change) {
        return ValueFunction.one(name, value -> {
            var number = Numbers.of(value);
            return number == null ? Value.Null.NULL : Arithmetic.number(change.apply(number));
        });
    }

    /// A number without decimals stays as it is: `1e9000` need not be written out.
    private static BigDecimal rounded(BigDecimal number, RoundingMode mode) {
        return number.scale() <= 0 ? number : number.setScale(0, mode);
    }
}
