package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.PathReader;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the operators between operands, symbols and words (spec 01 §10.1).
final class OperatorParser {
    private static final Map<String, Operator> WORDS = Map.of(
            "contains", Operator.CONTAINS,
            "starts_with", Operator.STARTS_WITH,
            "ends_with", Operator.ENDS_WITH,
            "matches", Operator.MATCHES);

    private final Cursor cursor;

    OperatorParser(Cursor cursor) {
        this.cursor = cursor;
    }

    /// @return the operator that a word is between two values, or null
    static @Nullable Operator named(String word) {
        return WORDS.get(word);
    }

    /// @return the comparison here, which is then read, or null
    @Nullable
    Operator comparison() {
        if (cursor.skip("===") || cursor.skip("==")) {
            return Operator.EQUAL;
        }
        if (cursor.skip("!==") || cursor.skip("!=")) {
            return Operator.NOT_EQUAL;
        }
        if (cursor.skip("<=")) {
            return Operator.LESS_OR_EQUAL;
        }
        if (cursor.skip(">=")) {
            return Operator.GREATER_OR_EQUAL;
        }
        if (cursor.skip("=")) {
            return Operator.EQUAL;
        }
        if (cursor.skip("<")) {
            return Operator.LESS;
        }
        return cursor.skip(">") ? Operator.GREATER : word();
    }

    /// @return whether the keyword stood here, in any case; then it is read
    boolean skipKeyword(String keyword) {
        String word = name();
        if (word == null || !word.equalsIgnoreCase(keyword)) {
            return false;
        }
        cursor.at += word.length();
        return true;
    }

    private @Nullable Operator word() {
        int start = cursor.at;
        if (skipKeyword("NOT")) {
            cursor.skipBlanks();
            if (skipKeyword("IN")) {
                return Operator.NOT_IN;
            }
            cursor.at = start;
            return null;
        }
        if (skipKeyword("IN")) {
            return Operator.IN;
        }
        String word = name();
        var operator = word == null ? null : WORDS.get(word);
        cursor.at += operator == null || word == null ? 0 : word.length();
        return operator;
    }

    private @Nullable String name() {
        return new PathReader(cursor.text, cursor.at, cursor.end).name();
    }
}
