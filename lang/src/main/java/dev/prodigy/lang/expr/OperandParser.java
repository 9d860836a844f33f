package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.PathReader;
import dev.prodigy.lang.expr.scope.Segment;
import dev.prodigy.lang.expr.value.Numbers;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Parses what stands between operators: the rule `prim` of the grammar in spec 01 §10.1.
final class OperandParser {
    private static final String ITEM = "item";
    private static final String INDEX = "_index";
    private static final Set<String> KEYWORDS = Set.of("and", "or", "not", "in");

    private final Cursor cursor;
    private final BareNames names;
    private final ExpressionParser expressions;
    private final CallParser calls;
    private int callEnd = -1;

    OperandParser(Cursor cursor, BareNames names, ExpressionParser expressions, CallParser calls) {
        this.cursor = cursor;
        this.names = names;
        this.expressions = expressions;
        this.calls = calls;
    }

    /// @return whether what was read so far is one call, with nothing before or after it
    boolean hasReadOneCall() {
        return callEnd == cursor.at;
    }

    /// @throws ExpressionSyntax when there is no operand here
    Node operand() {
        char here = cursor.peek();
        return switch (here) {
            case '\'', '"' -> TextLiteral.read(cursor, names);
            case '[' -> list();
            case '(' -> parenthesised();
            case '$', '@' -> marked();
            case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> named();
        };
    }

    private Node list() {
        cursor.at++;
        cursor.skipBlanks();
        var elements = new ArrayList<Node>();
        if (cursor.peek() != ']') {
            do {
                elements.add(expressions.or());
            } while (cursor.skip(","));
        }
        expressions.skipClosing(']');
        return new Node.ListOf(List.copyOf(elements));
    }

    private Node parenthesised() {
        cursor.at++;
        var node = expressions.or();
        expressions.skipClosing(')');
        return walked(node);
    }

    /// `${…}`; over fields also `$` and `@` for the value itself.
    private Node marked() {
        if (cursor.looksAt("${")) {
            return walked(braced());
        }
        if (names != BareNames.FIELDS) {
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
        return new PlaceholderParser(TextPlace.EXPRESSION, names).node(body);
    }

    /// What may follow a closing parenthesis or brace.
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

    private Node named() {
        int start = cursor.at;
        var reader = new PathReader(cursor.text, start, cursor.end);
        var path = reader.path();
        if (path == null) {
            throw cursor.unexpected("a value");
        }
        cursor.at = reader.position();
        if (path.isPlain()) {
            cursor.skipBlanks();
            if (cursor.peek() == '(') {
                return call(path.first(), start);
            }
            cursor.at = reader.position();
            var literal = literal(path.first(), start);
            if (literal != null) {
                return new Node.Literal(literal);
            }
        }
        return names == BareNames.FIELDS ? field(path) : new Node.Variable(path);
    }

    private Node call(String name, int start) {
        var call = walked(calls.call(name, start));
        cursor.skipBlanks();
        callEnd = start == cursor.start ? cursor.at : callEnd;
        return call;
    }

    private static Node field(Path path) {
        if (path.isPlain() && path.first().equals(INDEX)) {
            return new Node.Position();
        }
        boolean prefixed = path.first().equals(ITEM);
        var segments = path.segments();
        return new Node.Field(prefixed ? new Path(segments.subList(1, segments.size())) : path);
    }

    private static @Nullable Value literal(String word, int start) {
        if (KEYWORDS.contains(word.toLowerCase(Locale.ROOT))) {
            throw ExpressionSyntax.at(start, "a value was expected before `" + word + "`");
        }
        return constant(word);
    }

    /// @return the value that a word stands for, or null when it is a name
    static @Nullable Value constant(String word) {
        return switch (word) {
            case "true" -> Value.Bool.TRUE;
            case "false" -> Value.Bool.FALSE;
            case "null" -> Value.Null.NULL;
            default -> null;
        };
    }

    private Node number() {
        int start = cursor.at;
        skipDigits();
        if (cursor.peek() == '.') {
            cursor.at++;
            int fraction = cursor.at;
            skipDigits();
            cursor.at -= cursor.at == fraction ? 1 : 0;
        }
        if (cursor.skip("e") || cursor.skip("E")) {
            cursor.at += cursor.peek() == '-' || cursor.peek() == '+' ? 1 : 0;
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
}
