package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.pattern.InvalidPattern;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.lang.expr.value.Equality;
import dev.prodigy.lang.expr.value.Numbers;
import dev.prodigy.lang.expr.value.ValueOrder;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;

/// The operators that compare two values and give a boolean (spec 01 §10.2).
enum Operator {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL,
    IN,
    NOT_IN,
    CONTAINS,
    STARTS_WITH,
    ENDS_WITH,
    MATCHES;

    boolean test(Value left, Value right) {
        return switch (this) {
            case EQUAL -> Equality.equal(left, right);
            case NOT_EQUAL -> !Equality.equal(left, right);
            case LESS -> ordered(left, right, sign -> sign < 0);
            case LESS_OR_EQUAL -> ordered(left, right, sign -> sign <= 0);
            case GREATER -> ordered(left, right, sign -> sign > 0);
            case GREATER_OR_EQUAL -> ordered(left, right, sign -> sign >= 0);
            case IN -> contains(right, left);
            case NOT_IN -> !contains(right, left);
            case CONTAINS -> contains(left, right);
            case STARTS_WITH -> texts(left, right, String::startsWith);
            case ENDS_WITH -> texts(left, right, String::endsWith);
            case MATCHES -> texts(left, right, Operator::matches);
        };
    }

    /// Numbers and numeric texts by value, other texts by code point; what cannot be compared is false.
    private static boolean ordered(Value left, Value right, IntPredicate wanted) {
        BigDecimal one = Numbers.of(left);
        BigDecimal other = one == null ? null : Numbers.of(right);
        if (one != null && other != null) {
            return wanted.test(one.compareTo(other));
        }
        return left instanceof Value.Text(String text)
                && right instanceof Value.Text(String against)
                && wanted.test(ValueOrder.compareTexts(text, against));
    }

    private static boolean contains(Value all, Value wanted) {
        return switch (all) {
            case Value.Items(var values) -> isAmong(values, wanted);
            case Value.Text(String text) -> {
                String part = ValueText.ofScalar(wanted);
                yield part != null && text.contains(part);
            }
            case Value.Fields(var members) -> {
                String key = ValueText.ofScalar(wanted);
                yield key != null && members.containsKey(key);
            }
            case Value.Null _, Value.Bool _, Value.Num _ -> false;
        };
    }

    private static boolean isAmong(List<Value> values, Value wanted) {
        for (var each : values) {
            if (Equality.equal(each, wanted)) {
                return true;
            }
        }
        return false;
    }

    private static boolean texts(Value left, Value right, BiPredicate<String, String> test) {
        String one = ValueText.ofScalar(left);
        String other = ValueText.ofScalar(right);
        return one != null && other != null && test.test(one, other);
    }

    /// Only for patterns that are not known before the values are: the others are compiled once.
    private static boolean matches(String text, String pattern) {
        try {
            return Regex.parse(pattern).isFoundIn(text);
        } catch (InvalidPattern e) {
            return false;
        }
    }
}
