package dev.prodigy.lang.jsonpath;

import dev.prodigy.model.value.Value;
import java.util.ArrayList;

/// Reads the conditions of filters and checks their types (RFC 9535 §2.3.5, §2.4.3).
final class FilterParser {
    /// Reading and evaluation go a few calls deeper with each.
    private static final int MAX_NESTING = 100;

    private final Cursor cursor;
    private final LiteralParser literals;
    private final QueryParser queries;
    private final JsonPath.Mode mode;
    private int nesting;

    FilterParser(Cursor cursor, LiteralParser literals, QueryParser queries, JsonPath.Mode mode) {
        this.cursor = cursor;
        this.literals = literals;
        this.queries = queries;
        this.mode = mode;
    }

    /// Reads alternatives: the loosest binding.
    Condition condition() {
        enter();
        var parts = new ArrayList<Condition>();
        do {
            cursor.blanks();
            parts.add(conjunction());
        } while (operator("||"));
        nesting--;
        return parts.size() == 1 ? parts.getFirst() : new Condition.Or(parts);
    }

    private Condition conjunction() {
        var parts = new ArrayList<Condition>();
        do {
            cursor.blanks();
            parts.add(basic());
        } while (operator("&&"));
        return parts.size() == 1 ? parts.getFirst() : new Condition.And(parts);
    }

    private boolean operator(String operator) {
        int end = cursor.offset();
        cursor.blanks();
        if (cursor.take(operator)) {
            return true;
        }
        cursor.returnTo(end);
        return false;
    }

    private Condition basic() {
        if (cursor.take('!')) {
            cursor.blanks();
            return new Condition.Not(cursor.peek() == '(' ? parenthesized() : test());
        }
        return cursor.peek() == '(' ? parenthesized() : testOrComparison();
    }

    private Condition parenthesized() {
        cursor.next();
        var inner = condition();
        cursor.blanks();
        cursor.expect(')', "the closing");
        return inner;
    }

    private Condition test() {
        int from = cursor.offset();
        var term = term();
        return term.asTest(cursor, from);
    }

    private Condition testOrComparison() {
        int from = cursor.offset();
        var term = term();
        int end = cursor.offset();
        cursor.blanks();
        if ("=!<>".indexOf(cursor.peek()) < 0) {
            cursor.returnTo(end);
            return term.asTest(cursor, from);
        }
        var left = term.asOperand(cursor, from);
        var relation = relation();
        cursor.blanks();
        return new Condition.Comparison(left, relation, operand());
    }

    private Relation relation() {
        int from = cursor.offset();
        boolean equals = cursor.take("==");
        if (equals || cursor.take('=')) {
            if (!equals && mode == JsonPath.Mode.STRICT) {
                throw cursor.failureAt(from, "'=' does not compare; write '=='");
            }
            return Relation.EQUAL;
        }
        if (cursor.take("!=")) {
            return Relation.NOT_EQUAL;
        }
        if (cursor.take('<')) {
            return cursor.take('=') ? Relation.LESS_OR_EQUAL : Relation.LESS;
        }
        if (cursor.take('>')) {
            return cursor.take('=') ? Relation.GREATER_OR_EQUAL : Relation.GREATER;
        }
        throw cursor.failureAt(from, "a comparison is one of == != < <= > >=");
    }

    private Operand operand() {
        int from = cursor.offset();
        return term().asOperand(cursor, from);
    }

    private Query argumentQuery(String function) {
        int from = cursor.offset();
        if (term() instanceof Term.Path(Query query)) {
            return query;
        }
        throw cursor.failureAt(from, function + "() takes a query, such as @.a");
    }

    private Term term() {
        if (cursor.peek() == '@' || cursor.peek() == '$') {
            return new Term.Path(queries.query());
        }
        if (literals.atString()) {
            return new Term.Valued(new Operand.Literal(new Value.Text(literals.string())));
        }
        if (literals.atNumber()) {
            return new Term.Valued(new Operand.Literal(literals.number()));
        }
        return word();
    }

    /// A keyword or a function.
    private Term word() {
        int from = cursor.offset();
        while (isLowercase(cursor.peek()) || (cursor.offset() > from && (cursor.atDigit() || cursor.peek() == '_'))) {
            cursor.next();
        }
        String word = cursor.since(from);
        int end = cursor.offset();
        if (mode == JsonPath.Mode.LENIENT) {
            cursor.blanks();
        }
        if (!word.isEmpty() && cursor.take('(')) {
            return call(word, from);
        }
        cursor.returnTo(end);
        return switch (word) {
            case "true" -> new Term.Valued(new Operand.Literal(Value.Bool.TRUE));
            case "false" -> new Term.Valued(new Operand.Literal(Value.Bool.FALSE));
            case "null" -> new Term.Valued(new Operand.Literal(Value.Null.NULL));
            default -> {
                cursor.returnTo(from);
                throw cursor.unexpected("'@', '$', a literal or a function was expected");
            }
        };
    }

    private static boolean isLowercase(char c) {
        return c >= 'a' && c <= 'z';
    }

    private Term call(String function, int from) {
        enter();
        cursor.blanks();
        var called = switch (function) {
            case "length" -> new Term.Valued(new Operand.Length(operand()));
            case "count" -> new Term.Valued(new Operand.Count(argumentQuery(function)));
            case "value" -> new Term.Valued(new Operand.ValueOf(argumentQuery(function)));
            case "match" -> matches(IRegexp.Extent.WHOLE);
            case "search" -> matches(IRegexp.Extent.ANY_PART);
            default ->
                throw cursor.failureAt(
                        from, "unknown function " + function + "; there are length, count, value, match and search");
        };
        cursor.blanks();
        cursor.expect(')', "the end of the arguments of " + function + "():");
        nesting--;
        return called;
    }

    private Term matches(IRegexp.Extent extent) {
        var text = operand();
        cursor.blanks();
        cursor.expect(',', "a second argument after");
        cursor.blanks();
        return new Term.Test(new Condition.Matches(text, operand(), extent));
    }

    private void enter() {
        if (++nesting > MAX_NESTING) {
            throw cursor.failure("a filter is nested at most " + MAX_NESTING + " levels deep");
        }
    }
}
