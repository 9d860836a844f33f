package dev.prodigy.runtime.journal;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;

/// Bounds the length of a value's JSON without writing it.
final class SizeBound {
    /// A control character becomes `\u0000`.
    private static final int MOST_BYTES_PER_CHARACTER = 6;

    private static final int MOST_BYTES_OF_EXPONENT = 20;

    private SizeBound() {}

    /// @return true when the value surely fits; false when it may or may not
    static boolean surelyFits(Value value, long bytes) {
        return left(value, bytes) >= 0;
    }

    private static long left(Value value, long budget) {
        if (budget < 0) {
            return budget;
        }
        return switch (value) {
            case Value.Null _, Value.Bool _ -> budget - "false".length();
            case Value.Num(BigDecimal number) -> budget - number.precision() - MOST_BYTES_OF_EXPONENT;
            case Value.Text(String text) -> budget - bytes(text);
            case Value.Items(var values) -> {
                long left = budget - 2;
                for (var each : values) {
                    left = left(each, left - 1);
                }
                yield left;
            }
            case Value.Fields(var members) -> {
                long left = budget - 2;
                for (var member : members.entrySet()) {
                    left = left(member.getValue(), left - bytes(member.getKey()) - 2);
                }
                yield left;
            }
        };
    }

    private static long bytes(String text) {
        return 2 + (long) MOST_BYTES_PER_CHARACTER * text.length();
    }
}
