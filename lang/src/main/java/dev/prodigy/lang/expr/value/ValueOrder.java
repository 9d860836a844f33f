package dev.prodigy.lang.expr.value;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.Comparator;

/// The order of `sort_by` and `sort` (spec 03 §4): boolean < number < string < array < object < null; numbers by
/// value, strings by code point, `false` < `true`, arrays and objects by length.
public enum ValueOrder implements Comparator<Value> {
    /// Ascending, null last.
    ASCENDING;

    @Override
    public int compare(Value left, Value right) {
        if (left instanceof Value.Bool one && right instanceof Value.Bool other) {
            return one.compareTo(other);
        }
        if (left instanceof Value.Num(BigDecimal one) && right instanceof Value.Num(BigDecimal other)) {
            return one.compareTo(other);
        }
        if (left instanceof Value.Text(String one) && right instanceof Value.Text(String other)) {
            return compareTexts(one, other);
        }
        if (left instanceof Value.Items(var one) && right instanceof Value.Items(var other)) {
            return Integer.compare(one.size(), other.size());
        }
        if (left instanceof Value.Fields(var one) && right instanceof Value.Fields(var other)) {
            return Integer.compare(one.size(), other.size());
        }
        return Integer.compare(rank(left), rank(right));
    }

    /// Compares by code point, where {@link String#compareTo} would put characters beyond U+FFFF before U+E000.
    ///
    /// @return negative, zero or positive
    public static int compareTexts(String left, String right) {
        int shared = Math.min(left.length(), right.length());
        for (int i = 0; i < shared; i++) {
            char one = left.charAt(i);
            char other = right.charAt(i);
            if (one != other) {
                boolean surrogate = Character.isSurrogate(one);
                return surrogate == Character.isSurrogate(other) ? Character.compare(one, other) : surrogate ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    private static int rank(Value value) {
        return switch (value) {
            case Value.Bool _ -> 0;
            case Value.Num _ -> 1;
            case Value.Text _ -> 2;
            case Value.Items _ -> 3;
            case Value.Fields _ -> 4;
            case Value.Null _ -> 5;
        };
    }
}
