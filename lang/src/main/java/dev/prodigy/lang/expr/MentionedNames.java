package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.PathReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The names in a stretch that should have been an expression. What its functions and operators are called is not
/// among them, and what stands in quotes only where braces stand around it.
final class MentionedNames {
    private static final Set<String> OPERATORS =
            Set.of("and", "or", "not", "in", "contains", "starts_with", "ends_with", "matches");
    private static final char NO_QUOTE = 0;

    /// Braces that are open, and the quote that goes on behind them.
    private record Braced(int close, char quote) {}

    private final Cursor body;
    private final Set<Path> names = new LinkedHashSet<>();
    private final Deque<Braced> open = new ArrayDeque<>();
    private char quote = NO_QUOTE;

    private MentionedNames(Cursor body) {
        this.body = body;
    }

    /// @return them, in the order of first appearance
    static List<Path> in(Cursor body) {
        var mentioned = new MentionedNames(body.within(body.start, body.end, false));
        while (!mentioned.body.isAtEnd()) {
            mentioned.next();
        }
        return List.copyOf(mentioned.names);
    }

    private void next() {
        int close = body.closing();
        if (body.skip("$${")) {
            return;
        }
        if (close >= 0) {
            open.push(new Braced(close, quote));
            quote = NO_QUOTE;
            body.at += 2;
        } else if (!open.isEmpty() && open.peek().close == body.at) {
            quote = open.pop().quote;
            body.at++;
        } else if (quote == NO_QUOTE) {
            unquoted();
        } else {
            quote = body.peek() == quote ? NO_QUOTE : quote;
            body.at += body.peek() == '\\' ? 2 : 1;
        }
    }

    private void unquoted() {
        char here = body.peek();
        if (here == '\'' || here == '"') {
            quote = here;
            body.at++;
            return;
        }
        var reader = new PathReader(body.text, body.at, body.end);
        boolean number = Character.isDigit(here);
        var path = number ? null : reader.path();
        if (number) {
            reader.name();
        }
        body.at = Math.max(body.at + 1, reader.position());
        if (path != null && !isCalled() && !isWord(path)) {
            names.add(path);
        }
    }

    private boolean isCalled() {
        int end = body.at;
        body.skipBlanks();
        boolean called = body.peek() == '(';
        body.at = end;
        return called;
    }

    private static boolean isWord(Path path) {
        return path.isPlain()
                && (OperandParser.constant(path.first()) != null
                        || OPERATORS.contains(path.first().toLowerCase(Locale.ROOT)));
    }
}
