package dev.prodigy.lang.jsonpath;

/// A reading position in the text of a path.
final class Cursor {
    private final String text;
    private int at;

    Cursor(String text) {
        this.text = text;
    }

    /// @return the characters read so far, in UTF-16 units
    int offset() {
        return at;
    }

    /// Goes back to an {@link #offset} of before.
    void returnTo(int offset) {
        at = offset;
    }

    boolean atEnd() {
        return at == text.length();
    }

    /// @return the next character, or NUL at the end: no rule of the grammar begins with one
    char peek() {
        return atEnd() ? '\0' : text.charAt(at);
    }

    /// Reads the next character, which must exist.
    char next() {
        return text.charAt(at++);
    }

    /// Reads this character if it comes next.
    boolean take(char c) {
        if (!atEnd() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    /// Reads these characters if they come next.
    boolean take(String characters) {
        if (text.startsWith(characters, at)) {
            at += characters.length();
            return true;
        }
        return false;
    }

    /// @return whether a decimal digit comes next
    boolean atDigit() {
        return peek() >= '0' && peek() <= '9';
    }

    /// Reads as many decimal digits as there are.
    ///
    /// @return how many
    int digits() {
        int from = at;
        while (atDigit()) {
            at++;
        }
        return at - from;
    }

    /// Reads as many blanks as there are: spaces, tabs, line ends.
    void blanks() {
        while (" \t\n\r".indexOf(peek()) >= 0) {
            at++;
        }
    }

    /// @return what was read since an offset of before
    String since(int offset) {
        return text.substring(offset, at);
    }

    /// Reads this character.
    ///
    /// @param role what it is, for the message
    /// @throws JsonPathSyntax when something else comes
    void expect(char c, String role) {
        if (!take(c)) {
            throw unexpected(role + " '" + c + "' was expected");
        }
    }

    /// @return the failure at the next character, which is named
    JsonPathSyntax unexpected(String message) {
        if (atEnd()) {
            return failure(message + ", but the path ends");
        }
        int c = text.codePointAt(at);
        String shown = c > ' ' && c != '\'' ? "'" + Character.toString(c) + "'" : "U+%04X".formatted(c);
        return failure(message + ", not " + shown);
    }

    /// @return the failure at the next character
    JsonPathSyntax failure(String message) {
        return failureAt(at, message);
    }

    /// @return the failure at an offset of before
    JsonPathSyntax failureAt(int offset, String message) {
        return new JsonPathSyntax(message, text.codePointCount(0, offset) + 1);
    }
}
