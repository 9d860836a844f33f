package dev.prodigy.lang.expr;

import dev.prodigy.model.value.Value;

/// Reads `'text'` and `"text"` in an expression (spec 01 §10.1).
final class TextLiteral {
    private TextLiteral() {}

    /// Reads the text at the cursor; its placeholders are interpolated when it is evaluated.
    static Node read(Cursor cursor, BareNames names) {
        var content = content(cursor);
        var template = new TemplateParser(TextPlace.EXPRESSION, names, true).parse(content);
        String literal = template.literal();
        return literal == null ? new Node.Interpolated(template) : new Node.Literal(new Value.Text(literal));
    }

    /// Reads the text at the cursor without looking into its placeholders: it is source itself.
    static String source(Cursor cursor) {
        var content = content(cursor);
        var source = new StringBuilder();
        while (!content.isAtEnd()) {
            int close = content.closing();
            if (content.looksAt("$${")) {
                source.append("$${");
                content.at += 3;
            } else if (close >= 0) {
                source.append(content.text, content.at, close + 1);
                content.at = close + 1;
            } else {
                appendCharacter(content, source);
            }
        }
        return source.toString();
    }

    /// Reads one character, or one escape: `\'` `\"` `\\` `\n` `\t`; any other backslash is itself. Inside `${…}`
    /// also `\}`.
    static void appendCharacter(Cursor cursor, StringBuilder to) {
        char here = cursor.text.charAt(cursor.at++);
        if (here != '\\' || cursor.isAtEnd()) {
            to.append(here);
            return;
        }
        char escaped = cursor.peek();
        cursor.at++;
        switch (escaped) {
            case '\'', '"', '\\' -> to.append(escaped);
            case 'n' -> to.append('\n');
            case 't' -> to.append('\t');
            case '}' -> to.append(cursor.insideBraces ? "}" : "\\}");
            default -> to.append('\\').append(escaped);
        }
    }

    /// A quote inside a placeholder does not end the text.
    private static Cursor content(Cursor cursor) {
        char quote = cursor.peek();
        int open = cursor.at++;
        while (!cursor.isAtEnd() && cursor.peek() != quote) {
            int close = cursor.closing();
            if (cursor.looksAt("$${")) {
                cursor.at += 3;
            } else if (close >= 0) {
                cursor.at = close + 1;
            } else {
                cursor.at += cursor.peek() == '\\' ? 2 : 1;
            }
        }
        if (cursor.isAtEnd()) {
            throw ExpressionSyntax.at(open, "a text without its closing " + quote);
        }
        return cursor.within(open + 1, cursor.at++, false);
    }
}
