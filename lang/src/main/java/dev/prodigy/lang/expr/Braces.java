package dev.prodigy.lang.expr;

import java.util.Arrays;

/// Which `}` closes which `{` of a text, so that the extent of a `${…}` is known (spec 01 §8.1): braces balance, and
/// one behind an odd number of backslashes does not count. One pass over the text, whatever is in it.
public final class Braces {
    private static final int UNCLOSED = -1;

    private final String text;
    private int[] opens = new int[4];
    private int[] closes = new int[4];
    private int count;

    private Braces(String text) {
        this.text = text;
    }

    /// @return the braces of a text
    public static Braces of(String text) {
        var braces = new Braces(text);
        if (text.indexOf('{') >= 0) {
            braces.match();
        }
        return braces;
    }

    /// @param dollar where a `${` begins
    /// @return where its `}` stands, or -1 when the braces never balance or there is no `${` here
    public int closing(int dollar) {
        if (!text.startsWith("${", dollar)) {
            return UNCLOSED;
        }
        int found = Arrays.binarySearch(opens, 0, count, dollar + 1);
        return found < 0 ? UNCLOSED : closes[found];
    }

    /// A stretch inside `${…}` as its author means it: without the backslashes that keep a brace from counting.
    /// Nested placeholders keep theirs.
    ///
    /// @param from the first character
    /// @param to the end, exclusive
    String unescaped(int from, int to) {
        var plain = new StringBuilder(to - from);
        int at = from;
        while (at < to) {
            int close = closing(at);
            if (close >= 0 && close < to) {
                plain.append(text, at, close + 1);
                at = close + 1;
            } else if (text.charAt(at) == '\\' && at + 1 < to) {
                char next = text.charAt(at + 1);
                plain.append(next == '{' || next == '}' ? "" : "\\").append(next);
                at += 2;
            } else {
                plain.append(text.charAt(at++));
            }
        }
        return plain.toString();
    }

    private void match() {
        int[] open = new int[8];
        int depth = 0;
        boolean escaped = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '{' && !escaped) {
                open = depth == open.length ? Arrays.copyOf(open, depth * 2) : open;
                open[depth++] = add(i);
            } else if (c == '}' && !escaped && depth > 0) {
                closes[open[--depth]] = i;
            }
            escaped = c == '\\' && !escaped;
        }
    }

    private int add(int at) {
        if (count == opens.length) {
            opens = Arrays.copyOf(opens, count * 2);
            closes = Arrays.copyOf(closes, count * 2);
        }
        opens[count] = at;
        closes[count] = UNCLOSED;
        return count++;
    }
}
