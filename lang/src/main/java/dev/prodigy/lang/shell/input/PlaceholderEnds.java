package dev.prodigy.lang.shell.input;

import java.util.Arrays;

/// Finds where the placeholders of a text end. One pass over the text, so that any nesting costs linear time.
final class PlaceholderEnds {
    private static final int NONE = -1;
    private final int[] closing;

    private PlaceholderEnds(int[] closing) {
        this.closing = closing;
    }

    /// Braces balance whatever quotes stand around them; `\{` and `\}` are single ones (spec 01 §8.1).
    static PlaceholderEnds of(String text) {
        int[] closing = new int[text.length()];
        Arrays.fill(closing, NONE);
        int[] open = new int[16];
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '\\' -> i++;
                case '{' -> {
                    if (depth == open.length) {
                        open = Arrays.copyOf(open, 2 * depth);
                    }
                    open[depth++] = i;
                }
                case '}' -> {
                    if (depth > 0) {
                        closing[open[--depth]] = i;
                    }
                }
                default -> {}
            }
        }
        return new PlaceholderEnds(closing);
    }

    /// @return the text without the backslashes of single braces; those inside other braces stay for whoever reads
    ///     them
    static String unescape(String text) {
        if (!text.contains("\\{") && !text.contains("\\}")) {
            return text;
        }
        PlaceholderEnds braces = of(text);
        StringBuilder plain = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '{' && braces.closing(i) > 0) {
                plain.append(text, i, braces.closing(i));
                i = braces.closing(i);
                continue;
            }
            boolean pair = c == '\\' && i + 1 < text.length();
            char next = pair ? text.charAt(i + 1) : c;
            if (pair && next != '{' && next != '}') {
                plain.append(c);
            }
            plain.append(next);
            i += pair ? 2 : 1;
        }
        return plain.toString();
    }

    /// @return the place of the brace that closes the one at `open`, or -1 when none does
    int closing(int open) {
        return closing[open];
    }
}
