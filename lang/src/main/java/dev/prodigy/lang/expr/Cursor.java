package dev.prodigy.lang.expr;

/// A place in a text that is being parsed, and the stretch that may be read from it.
final class Cursor {
    /// Parentheses, brackets, negations, placeholders and texts within each other; more would risk the stack.
    static final int MOST_DEPTH = 100;

    final String text;
    final Braces braces;
    final int start;
    final int end;
    final boolean insideBraces;

    int at;
    private int depth;

    private Cursor(String text, Braces braces, int start, int end, boolean insideBraces, int depth) {
        this.text = text;
        this.braces = braces;
        this.start = start;
        this.end = end;
        this.insideBraces = insideBraces;
        this.at = start;
        this.depth = depth;
    }

    static Cursor over(String text) {
        return new Cursor(text, Braces.of(text), 0, text.length(), false, 0);
    }

    /// @return a cursor over a text that is nested in this one, as the condition of `where` is
    Cursor overInner(String inner) {
        return new Cursor(inner, Braces.of(inner), 0, inner.length(), false, depth);
    }

    /// @return a cursor over a part of the text; what stands in braces is one level deeper
    Cursor within(int from, int to, boolean braced) {
        var part = new Cursor(text, braces, from, to, insideBraces || braced, depth);
        if (braced) {
            part.enter();
        }
        return part;
    }

    /// @throws ExpressionSyntax when this is one level too many
    void enter() {
        if (++depth > MOST_DEPTH) {
            throw ExpressionSyntax.tooDeep(at);
        }
    }

    void leave() {
        depth--;
    }

    boolean isAtEnd() {
        return at >= end;
    }

    /// @return the character here, or NUL at the end
    char peek() {
        return at < end ? text.charAt(at) : '\0';
    }

    boolean looksAt(String word) {
        return at + word.length() <= end && text.startsWith(word, at);
    }

    /// @return whether the word stood here; then it is read
    boolean skip(String word) {
        if (looksAt(word)) {
            at += word.length();
            return true;
        }
        return false;
    }

    void skipBlanks() {
        while (at < end && isBlank(text.charAt(at))) {
            at++;
        }
    }

    /// @return where the `}` of the `${` here stands, or -1 when it has none in this stretch
    int closing() {
        int close = braces.closing(at);
        return close < end ? close : -1;
    }

    /// @return this stretch without blanks at its ends
    Cursor stripped() {
        int from = start;
        int to = end;
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return new Cursor(text, braces, from, to, insideBraces, depth);
    }

    /// @return the failure that what stands here is not what should
    ExpressionSyntax unexpected(String wanted) {
        String found = isAtEnd() ? "the end" : "`" + Character.toString(text.codePointAt(at)) + "`";
        return ExpressionSyntax.at(at, wanted + " was expected, not " + found);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }
}
