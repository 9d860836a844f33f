package dev.prodigy.lang.expr.value;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/// The `==` of expressions (spec 01 §10.2): like `equals`, but a number equals a text that is that number, and a
/// boolean the text `true` or `false` in any case. Lists and objects are compared deep, by the same rule.
public final class Equality {
    private Equality() {}

    /// @return whether `left == right`
    public static boolean equal(Value left, Value right) {
        return switch (left) {
            case Value.Null _ -> right.isNull();
            case Value.Bool bool -> equal(bool, right);
            case Value.Num(BigDecimal number) -> equal(number, right);
            case Value.Text(String text) ->
                switch (right) {
                    case Value.Text(String other) -> text.equals(other);
                    case Value.Num(BigDecimal number) -> equal(number, left);
                    case Value.Bool bool -> equal(bool, left);
                    case Value.Null _, Value.Items _, Value.Fields _ -> false;
                };
            case Value.Items(var values) -> right instanceof Value.Items(var others) && equal(values, others);
            case Value.Fields(var members) -> right instanceof Value.Fields(var others) && equal(members, others);
        };
    }

    private static boolean equal(Value.Bool bool, Value right) {
        return right instanceof Value.Text(String text)
                ? text.equalsIgnoreCase(bool.isTrue() ? "true" : "false")
                : bool.equals(right);
    }

    private static boolean equal(BigDecimal number, Value right) {
        if (right instanceof Value.Num(BigDecimal other)) {
            return number.compareTo(other) == 0;
        }
        if (right instanceof Value.Text(String text)) {
            var other = Numbers.parse(text);
            return other != null && number.compareTo(other) == 0;
        }
        return false;
    }

    private static boolean equal(List<Value> left, List<Value> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!equal(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean equal(Map<String, Value> left, Map<String, Value> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (var member : left.entrySet()) {
            var other = right.get(member.getKey());
            if (other == null || !equal(member.getValue(), other)) {
                return false;
            }
        }
        return true;
    }
}
