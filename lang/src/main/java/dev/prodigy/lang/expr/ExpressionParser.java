package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.value.Arithmetic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Parses an expression by recursive descent; the methods are the rules of the grammar in spec 01 §10.1, loosest
/// first.
final class ExpressionParser {
    private final Cursor cursor;
    private final OperatorParser operators;
    private final OperandParser operands;
    private final CallParser calls;

    ExpressionParser(Cursor cursor, BareNames names) {
        this.cursor = cursor;
        this.operators = new OperatorParser(cursor);
        this.calls = new CallParser(cursor, names, this);
        this.operands = new OperandParser(cursor, names, this, calls);
    }

    /// @throws ExpressionSyntax when the stretch is anything else than one expression
    Node whole() {
        var node = or();
        if (!cursor.isAtEnd()) {
            throw cursor.unexpected("an operator");
        }
        return node;
    }

    /// @return whether what was read so far is one call, with nothing before or after it
    boolean hasReadOneCall() {
        return operands.hasReadOneCall();
    }

    /// Reads an expression and the blanks after it.
    Node or() {
        cursor.enter();
        var node = chain(this::and, "||", "OR", Node.Any::new);
        cursor.leave();
        return node;
    }

    private Node and() {
        return chain(this::not, "&&", "AND", Node.All::new);
    }

    private Node chain(Supplier<Node> operand, String symbol, String word, Function<List<Node>, Node> of) {
        var first = operand.get();
        if (!skip(symbol, word)) {
            return first;
        }
        var all = new ArrayList<Node>();
        all.add(first);
        do {
            all.add(operand.get());
        } while (skip(symbol, word));
        return of.apply(List.copyOf(all));
    }

    private boolean skip(String symbol, String word) {
        return cursor.skip(symbol) || operators.skipKeyword(word);
    }

    private Node not() {
        cursor.skipBlanks();
        int start = cursor.at;
        if (!operators.skipKeyword("NOT")) {
            return comparison();
        }
        if (cursor.peek() == '.' || cursor.peek() == '[') {
            cursor.at = start; // `not.x` and `not[0]` are paths
            return comparison();
        }
        cursor.enter();
        var operand = not();
        cursor.leave();
        return new Node.Not(operand);
    }

    private Node comparison() {
        var left = sum();
        var operator = operators.comparison();
        if (operator == null) {
            return left;
        }
        cursor.skipBlanks();
        int start = cursor.at;
        var right = sum();
        int end = cursor.at;
        if (operators.comparison() != null) {
            throw ExpressionSyntax.at(end, "comparisons do not chain: join them with `&&`");
        }
        return operator == Operator.MATCHES
                ? calls.search(left, right, start)
                : new Node.Compared(operator, left, right);
    }

    private Node sum() {
        return computed(this::product, () -> {
            if (cursor.skip("+")) {
                return Arithmetic.ADD;
            }
            return cursor.skip("-") ? Arithmetic.SUBTRACT : null;
        });
    }

    private Node product() {
        return computed(this::unary, () -> {
            if (cursor.skip("*")) {
                return Arithmetic.MULTIPLY;
            }
            if (cursor.skip("/")) {
                return Arithmetic.DIVIDE;
            }
            return cursor.skip("%") ? Arithmetic.REMAINDER : null;
        });
    }

    private static Node computed(Supplier<Node> operand, Supplier<@Nullable Arithmetic> operation) {
        var first = operand.get();
        var steps = new ArrayList<Node.Computed.Step>();
        for (var next = operation.get(); next != null; next = operation.get()) {
            steps.add(new Node.Computed.Step(next, operand.get()));
        }
        return steps.isEmpty() ? first : new Node.Computed(first, List.copyOf(steps));
    }

    private Node unary() {
        cursor.skipBlanks();
        boolean not = cursor.peek() == '!' && !cursor.looksAt("!=");
        if (!not && cursor.peek() != '-') {
            var node = operands.operand();
            cursor.skipBlanks();
            return node;
        }
        cursor.at++;
        cursor.enter();
        var operand = unary();
        cursor.leave();
        return not ? new Node.Not(operand) : negated(operand);
    }

    private static Node negated(Node operand) {
        return operand instanceof Node.Literal(var value)
                ? new Node.Literal(Arithmetic.negate(value))
                : new Node.Negated(operand);
    }

    /// @throws ExpressionSyntax when that bracket is not here
    void skipClosing(char closing) {
        if (cursor.peek() != closing) {
            throw cursor.unexpected("`" + closing + "`");
        }
        cursor.at++;
    }
}
