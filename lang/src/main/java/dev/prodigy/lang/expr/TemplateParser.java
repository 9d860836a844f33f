package dev.prodigy.lang.expr;

import java.util.ArrayList;
import java.util.List;

/// Splits a text into literal stretches and placeholders (spec 01 §8.1).
final class TemplateParser {
    private final TextPlace place;
    private final BareNames names;
    private final boolean quoted;

    private final List<Template.Part> parts = new ArrayList<>();
    private final List<Misspelt> misspelt = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();

    /// @param quoted whether the text stands in quotes in an expression, with the escapes of such texts
    TemplateParser(TextPlace place, BareNames names, boolean quoted) {
        this.place = place;
        this.names = names;
        this.quoted = quoted;
    }

    /// @throws ExpressionSyntax when placeholders are nested too deep
    Template parse(Cursor cursor) {
        while (!cursor.isAtEnd()) {
            next(cursor);
        }
        endLiteral();
        return new Template(parts, misspelt);
    }

    private void next(Cursor cursor) {
        char here = cursor.peek();
        if (here == '$') {
            dollar(cursor);
        } else if (here == '\\' && quoted) {
            TextLiteral.appendCharacter(cursor, literal);
        } else if (here == '\\' && cursor.insideBraces && (cursor.looksAt("\\}") || cursor.looksAt("\\{"))) {
            literal.append(cursor.text.charAt(cursor.at + 1));
            cursor.at += 2;
        } else {
            literal.append(here);
            cursor.at++;
        }
    }

    private void dollar(Cursor cursor) {
        if (cursor.skip("$${")) {
            literal.append("${");
            return;
        }
        int close = cursor.closing();
        if (close >= 0) {
            braced(cursor, close);
            return;
        }
        boolean escape = cursor.looksAt("$$");
        int start = cursor.at;
        int end = bareNameEnd(cursor, escape ? start + 2 : start + 1);
        if (end < 0) {
            literal.append('$');
            cursor.at++;
        } else if (escape) {
            literal.append(cursor.text, start + 1, end);
            cursor.at = end;
        } else {
            String name = cursor.text.substring(start + 1, end);
            cursor.at = end;
            slot(start, end, cursor, Placeholder.bare(name, place));
        }
    }

    private void braced(Cursor cursor, int close) {
        int start = cursor.at;
        var body = cursor.within(start + 2, close, true);
        cursor.at = close + 1;
        var parser = new PlaceholderParser(place, names);
        var placeholder = parser.parse(body);
        if (placeholder == null) {
            var call = parser.misspelt(cursor.within(start + 2, close, true));
            if (call != null) {
                misspelt.add(call);
            }
            literal.append(cursor.text, start, close + 1);
        } else {
            slot(start, close + 1, cursor, placeholder);
        }
    }

    private void slot(int start, int end, Cursor cursor, Placeholder placeholder) {
        endLiteral();
        parts.add(new Template.Part.Slot(start, cursor.text.substring(start, end), placeholder));
    }

    private void endLiteral() {
        if (!literal.isEmpty()) {
            parts.add(new Template.Part.Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    /// @return the end of the shell-like name that begins here, or -1 when there is none that is replaced
    private int bareNameEnd(Cursor cursor, int from) {
        if (!place.replacesBareNames() || from >= cursor.end) {
            return -1;
        }
        boolean digits = isDigit(cursor.text.charAt(from));
        int end = from;
        while (end < cursor.end && isNamePart(cursor.text.charAt(end), digits)) {
            end++;
        }
        return end == from || (digits && place != TextPlace.ENVIRONMENT) ? -1 : end;
    }

    private static boolean isNamePart(char c, boolean digitsOnly) {
        return isDigit(c) || (!digitsOnly && (c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
