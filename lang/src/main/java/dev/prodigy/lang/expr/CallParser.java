package dev.prodigy.lang.expr;

import static java.util.Objects.requireNonNull;

import dev.prodigy.lang.expr.function.Functions;
import dev.prodigy.lang.expr.pattern.InvalidPattern;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.lang.expr.scope.NearNames;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Parses `name(arguments)` (spec 01 §10.3): functions of values, and those that are part of the grammar because
/// they need a path, a pattern or a condition, or leave an argument unevaluated.
final class CallParser {
    /// Name → number of arguments.
    private static final Map<String, Integer> GRAMMAR = Map.ofEntries(
            Map.entry("contains", 2),
            Map.entry("starts_with", 2),
            Map.entry("ends_with", 2),
            Map.entry("matches", 2),
            Map.entry("in", 2),
            Map.entry("if", 3),
            Map.entry("default", 2),
            Map.entry("exists", 1),
            Map.entry("where", 2));
    private static final Path VALUE = Path.of("value");

    private record Arguments(List<Node> nodes, List<Integer> offsets) {}

    private final Cursor cursor;
    private final BareNames names;
    private final ExpressionParser expressions;

    CallParser(Cursor cursor, BareNames names, ExpressionParser expressions) {
        this.cursor = cursor;
        this.names = names;
        this.expressions = expressions;
    }

    /// @return whether there is a function of that name
    static boolean isFunction(String name) {
        return GRAMMAR.containsKey(name) || Functions.named(name) != null;
    }

    /// Parses the call whose parenthesis is at the cursor.
    Node call(String name, int start) {
        if (!isFunction(name)) {
            throw unknown(name, start);
        }
        cursor.at++;
        return name.equals("where") ? where(start) : call(name, arguments(), start);
    }

    private Node call(String name, Arguments given, int start) {
        var function = Functions.named(name);
        int fewest = function == null ? GRAMMAR.getOrDefault(name, 0) : function.fewest();
        int most = function == null ? fewest : function.most();
        var arguments = given;
        if (names == BareNames.VALIDATION && given.nodes.size() == fewest - 1) {
            arguments = withValueFirst(given, start);
        }
        int count = arguments.nodes.size();
        if (count < fewest || count > most) {
            throw ExpressionSyntax.wrongCall(start, wrongCount(name, fewest, most, given.nodes.size()));
        }
        return function == null ? grammar(name, arguments) : new Node.Called(function, arguments.nodes);
    }

    private Node grammar(String name, Arguments arguments) {
        var first = arguments.nodes.getFirst();
        return switch (name) {
            case "if" -> new Node.Choice(first, arguments.nodes.get(1), arguments.nodes.get(2));
            case "default" -> new Node.Defaulted(first, arguments.nodes.get(1));
            case "exists" -> exists(first, arguments.offsets.getFirst());
            case "in" -> new Node.Compared(Operator.IN, first, arguments.nodes.get(1));
            case "matches" -> search(first, arguments.nodes.get(1), arguments.offsets.get(1));
            default -> new Node.Compared(requireNonNull(OperatorParser.named(name)), first, arguments.nodes.get(1));
        };
    }

    /// @return a search for the pattern, compiled here when it is known
    /// @throws ExpressionSyntax when the pattern is known and none
    Node search(Node text, Node pattern, int offset) {
        if (!(pattern instanceof Node.Literal(Value.Text(String source)))) {
            return new Node.Compared(Operator.MATCHES, text, pattern);
        }
        try {
            return new Node.Searched(text, Regex.parse(source));
        } catch (InvalidPattern e) {
            throw ExpressionSyntax.badPattern(offset, e.getMessage());
        }
    }

    private static Node exists(Node argument, int offset) {
        if (argument instanceof Node.Variable || argument instanceof Node.Field || argument instanceof Node.Walked) {
            return new Node.Exists(argument);
        }
        throw ExpressionSyntax.wrongCall(offset, "`exists` takes a path");
    }

    /// The condition is a text, and source: what is in it is compiled here, over the fields of an element.
    private Node where(int start) {
        var list = listOfWhere(start);
        cursor.skipBlanks();
        int offset = cursor.at;
        if (!isAtText()) {
            throw ExpressionSyntax.wrongCall(
                    offset, "`where` takes its condition as a text: where(list, \"status == 'x'\")");
        }
        String source = TextLiteral.source(cursor);
        cursor.skipBlanks();
        expressions.skipClosing(')');
        try {
            return new Node.Where(list, new ExpressionParser(cursor.overInner(source), BareNames.FIELDS).whole());
        } catch (ExpressionSyntax e) {
            throw e.movedBy(offset + 1);
        }
    }

    /// Reads the list and the comma after it; a condition alone applies to `value` where that is allowed.
    private Node listOfWhere(int start) {
        cursor.skipBlanks();
        int first = cursor.at;
        if (names == BareNames.VALIDATION && isAtText()) {
            TextLiteral.source(cursor);
            cursor.skipBlanks();
            boolean alone = cursor.peek() == ')';
            cursor.at = first;
            if (alone) {
                return new Node.Variable(VALUE);
            }
        }
        var list = expressions.or();
        if (!cursor.skip(",")) {
            throw ExpressionSyntax.wrongCall(start, wrongCount("where", 2, 2, 1));
        }
        return list;
    }

    private boolean isAtText() {
        return cursor.peek() == '\'' || cursor.peek() == '"';
    }

    private Arguments arguments() {
        var nodes = new ArrayList<Node>();
        var offsets = new ArrayList<Integer>();
        cursor.skipBlanks();
        if (cursor.peek() != ')') {
            do {
                cursor.skipBlanks();
                offsets.add(cursor.at);
                nodes.add(expressions.or());
            } while (cursor.skip(","));
        }
        expressions.skipClosing(')');
        return new Arguments(List.copyOf(nodes), offsets);
    }

    private static Arguments withValueFirst(Arguments given, int start) {
        var nodes = new ArrayList<Node>(given.nodes);
        nodes.addFirst(new Node.Variable(VALUE));
        var offsets = new ArrayList<>(given.offsets);
        offsets.addFirst(start);
        return new Arguments(List.copyOf(nodes), offsets);
    }

    private static String wrongCount(String name, int fewest, int most, int given) {
        String wanted = fewest == most ? String.valueOf(fewest) : fewest + " to " + most;
        return "`" + name + "` takes " + wanted + (most == 1 ? " argument" : " arguments") + ", not " + given;
    }

    private static ExpressionSyntax unknown(String name, int start) {
        var all = new TreeSet<>(Functions.names());
        all.addAll(GRAMMAR.keySet());
        var near = NearNames.of(name, all);
        return ExpressionSyntax.misspelt(
                start, "there is no function `" + name + "`", near.isEmpty() ? null : near.getFirst());
    }
}
