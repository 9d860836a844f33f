package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.PathReader;
import dev.prodigy.lang.expr.scope.Segment;
import dev.prodigy.lang.expr.value.Arithmetic;
import dev.prodigy.lang.expr.value.Numbers;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Parses an expression by recursive descent; each method is a rule of the grammar in spec 01 §10.1.
final class ExpressionParser {
    private static final String ITEM = "item";
    private static final String INDEX = "_index";

    private final Cursor cursor;
    private final Names names;
    private final CallParser calls;
    private int callEnd = -1;

    ExpressionParser(Cursor cursor, Names names) {
        this.cursor = cursor;
        this.names = names;
        this.calls = new CallParser(cursor, names, this);
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
        return callEnd == cursor.at;
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
        if (!skipOperator(symbol, word)) {
            return first;
        }
        var operands = new ArrayList<Node>();
        operands.add(first);
        do {
            operands.add(operand.get());
        } while (skipOperator(symbol, word));
        return of.apply(List.copyOf(operands));
    }

    private Node not() {
        cursor.skipBlanks();
        int start = cursor.at;
        if (!skipWord("NOT")) {
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
        var operator = operator();
        if (operator == null) {
            return left;
        }
        cursor.skipBlanks();
        int start = cursor.at;
        var right = sum();
        int end = cursor.at;
        if (operator() != null) {
            throw ExpressionSyntax.at(end, "comparisons do not chain: join them with `&&`");
        }
        return operator == Operator.MATCHES
                ? calls.search(left, right, start)
                : new Node.Compared(operator, left, right);
    }

    private @Nullable Operator operator() {
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
        return switch (cursor.peek()) {
            case '=' -> symbol(Operator.EQUAL);
            case '<' -> symbol(Operator.LESS);
            case '>' -> symbol(Operator.GREATER);
            default -> wordOperator();
        };
    }

    private Operator symbol(Operator operator) {
        cursor.at++;
        return operator;
    }

    private @Nullable Operator wordOperator() {
        int start = cursor.at;
        if (skipWord("NOT")) {
            cursor.skipBlanks();
            if (skipWord("IN")) {
                return Operator.NOT_IN;
            }
            cursor.at = start;
            return null;
        }
        if (skipWord("IN")) {
            return Operator.IN;
        }
        String word = word();
        var operator = word == null ? null : CallParser.operator(word);
        cursor.at = operator == null || word == null ? start : start + word.length();
        return operator;
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

    private Node computed(Supplier<Node> operand, Supplier<@Nullable Arithmetic> operation) {
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
            var node = primary();
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

    private Node primary() {
        char here = cursor.peek();
        return switch (here) {
            case '\'', '"' -> TextLiteral.read(cursor, names);
            case '[' -> list();
            case '(' -> parenthesised();
            case '$', '@' -> marked();
            default -> {
                if (here >= '0' && here <= '9') {
                    yield number();
                }
                var path = path();
                if (path == null) {
                    throw cursor.unexpected("a value");
                }
                yield named(path);
            }
        };
    }

    private Node list() {
        cursor.at++;
        var elements = elements(']');
        return new Node.ListOf(elements);
    }

    /// Reads expressions with commas between them, and the bracket that ends them.
    List<Node> elements(char closing) {
        var elements = new ArrayList<Node>();
        cursor.skipBlanks();
        if (cursor.peek() != closing) {
            do {
                elements.add(or());
            } while (cursor.skip(","));
        }
        skipClosing(closing);
        return List.copyOf(elements);
    }

    void skipClosing(char closing) {
        if (cursor.isAtEnd() || cursor.peek() != closing) {
            throw cursor.unexpected("`" + closing + "`");
        }
        cursor.at++;
    }

    private Node parenthesised() {
        cursor.at++;
        var node = or();
        skipClosing(')');
        return walked(node);
    }

    /// `${…}`; over fields also `$` and `@` for the value itself.
    private Node marked() {
        if (cursor.looksAt("${")) {
            return walked(braced());
        }
        if (names != Names.FIELDS) {
            throw ExpressionSyntax.at(cursor.at, "write a variable as `NAME` or `${NAME}`");
        }
        cursor.at++;
        return new Node.Field(new Path(segments()));
    }

    private Node braced() {
        int close = cursor.closing();
        if (close < 0) {
            throw ExpressionSyntax.at(cursor.at, "`${` without its `}`");
        }
        var body = cursor.within(cursor.at + 2, close, true);
        cursor.at = close + 1;
        return new PlaceholderParser(Place.EXPRESSION, names).node(body);
    }

    private Node walked(Node node) {
        var segments = segments();
        return segments.isEmpty() ? node : new Node.Walked(node, new Path(segments));
    }

    private List<Segment> segments() {
        var reader = new PathReader(cursor.text, cursor.at, cursor.end);
        var segments = reader.segments();
        cursor.at = reader.position();
        return segments;
    }

    private Node named(Path path) {
        if (path.isPlain()) {
            int end = cursor.at;
            cursor.skipBlanks();
            if (cursor.peek() == '(') {
                int start = end - path.first().length();
                var call = walked(calls.call(path.first(), start));
                cursor.skipBlanks();
                callEnd = start == cursor.start ? cursor.at : callEnd;
                return call;
            }
            cursor.at = end;
            var literal = literal(path.first());
            if (literal != null) {
                return new Node.Literal(literal);
            }
        }
        return names == Names.FIELDS ? field(path) : new Node.Variable(path);
    }

    private Node field(Path path) {
        if (path.isPlain() && path.first().equals(INDEX)) {
            return new Node.Position();
        }
        boolean prefixed = path.first().equals(ITEM);
        var segments = path.segments();
        return new Node.Field(prefixed ? new Path(segments.subList(1, segments.size())) : path);
    }

    private @Nullable Value literal(String word) {
        return switch (word) {
            case "true" -> Value.Bool.TRUE;
            case "false" -> Value.Bool.FALSE;
            case "null" -> Value.Null.NULL;
            default -> {
                if (isKeyword(word)) {
                    throw ExpressionSyntax.at(cursor.at - word.length(), "a value was expected before `" + word + "`");
                }
                yield null;
            }
        };
    }

    private Node number() {
        int start = cursor.at;
        skipDigits();
        if (cursor.peek() == '.') {
            cursor.at++;
            skipDigits();
            cursor.at -= cursor.text.charAt(cursor.at - 1) == '.' ? 1 : 0;
        }
        if (cursor.peek() == 'e' || cursor.peek() == 'E') {
            cursor.at++;
            if (cursor.peek() == '-' || cursor.peek() == '+') {
                cursor.at++;
            }
            skipDigits();
        }
        var number = Numbers.parse(cursor.text.substring(start, cursor.at));
        if (number == null || cursor.peek() == '_' || Character.isLetterOrDigit(cursor.peek())) {
            throw ExpressionSyntax.at(start, "this is no number, and a name cannot begin with a digit");
        }
        return new Node.Literal(new Value.Num(number));
    }

    private void skipDigits() {
        while (cursor.peek() >= '0' && cursor.peek() <= '9') {
            cursor.at++;
        }
    }

    private @Nullable Path path() {
        var reader = new PathReader(cursor.text, cursor.at, cursor.end);
        var path = reader.path();
        cursor.at = reader.position();
        return path;
    }

    private @Nullable String word() {
        return new PathReader(cursor.text, cursor.at, cursor.end).name();
    }

    private boolean skipOperator(String symbol, String word) {
        return cursor.skip(symbol) || skipWord(word);
    }

    private boolean skipWord(String keyword) {
        String word = word();
        if (word == null || !word.equalsIgnoreCase(keyword)) {
            return false;
        }
        cursor.at += word.length();
        return true;
    }

    private static boolean isKeyword(String word) {
        return word.equalsIgnoreCase("and")
                || word.equalsIgnoreCase("or")
                || word.equalsIgnoreCase("not")
                || word.equalsIgnoreCase("in");
    }
}
