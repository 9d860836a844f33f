package dev.prodigy.lang.jsonpath;

import dev.prodigy.model.value.Value;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How two values of a filter are compared (RFC 9535 §2.3.5.2.2).
///
/// Numbers compare by value and strings by code point; no other kinds have an order. A missing value (Java
/// null) equals only a missing one.
enum Relation {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    private static final int MAX_DEPTH = 1000;

    /// @return whether the relation holds
    boolean holds(@Nullable Value left, @Nullable Value right, Budget budget) {
        return switch (this) {
            case EQUAL -> equal(left, right, budget);
            case NOT_EQUAL -> !equal(left, right, budget);
            case LESS -> less(left, right, budget);
            case LESS_OR_EQUAL -> less(left, right, budget) || equal(left, right, budget);
            case GREATER -> less(right, left, budget);
            case GREATER_OR_EQUAL -> less(right, left, budget) || equal(left, right, budget);
        };
    }

    private static boolean less(@Nullable Value left, @Nullable Value right, Budget budget) {
        if (left instanceof Value.Num(var a) && right instanceof Value.Num(var b)) {
            return a.compareTo(b) < 0;
        }
        if (left instanceof Value.Text(var a) && right instanceof Value.Text(var b)) {
            budget.spendOnText(Math.min(a.length(), b.length()));
            return lessByCodePoint(a, b);
        }
        return false;
    }

    private static boolean equal(@Nullable Value left, @Nullable Value right, Budget budget) {
        if (left == null || right == null) {
            return left == null && right == null;
        }
        return equal(left, right, budget, 0);
    }

    /// `Value.equals` would do, but its work could not be limited, nor its recursion.
    private static boolean equal(Value left, Value right, Budget budget, int depth) {
        if (depth > MAX_DEPTH) {
            throw new JsonPathLimit("values nested deeper than " + MAX_DEPTH + " levels cannot be compared");
        }
        budget.spend(1);
        return switch (left) {
            case Value.Null _, Value.Bool _, Value.Num _ -> left.equals(right);
            case Value.Text(var a) -> {
                if (!(right instanceof Value.Text(var b)) || a.length() != b.length()) {
                    yield false;
                }
                budget.spendOnText(a.length());
                yield a.equals(b);
            }
            case Value.Items(var a) -> {
                if (!(right instanceof Value.Items(var b)) || a.size() != b.size()) {
                    yield false;
                }
                for (int i = 0; i < a.size(); i++) {
                    if (!equal(a.get(i), b.get(i), budget, depth + 1)) {
                        yield false;
                    }
                }
                yield true;
            }
            case Value.Fields(var a) -> {
                if (!(right instanceof Value.Fields(var b)) || a.size() != b.size()) {
                    yield false;
                }
                for (Map.Entry<String, Value> member : a.entrySet()) {
                    var other = b.get(member.getKey());
                    if (other == null || !equal(member.getValue(), other, budget, depth + 1)) {
                        yield false;
                    }
                }
                yield true;
            }
        };
    }

    /// `String.compareTo` orders by UTF-16 unit, which puts U+1F600 before U+FF01.
    private static boolean lessByCodePoint(String left, String right) {
        int shorter = Math.min(left.length(), right.length());
        for (int i = 0; i < shorter; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean aIsSurrogate = Character.isSurrogate(a);
                return aIsSurrogate == Character.isSurrogate(b) ? a < b : !aIsSurrogate;
            }
        }
        return left.length() < right.length();
    }
}
