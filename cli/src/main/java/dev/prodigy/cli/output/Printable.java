package dev.prodigy.cli.output;

/// Text from files, items and programs made safe for a terminal: what would move the cursor, change colours or break
/// the line is shown as an escape.
public final class Printable {
    private Printable() {}

    /// @return the text, line ends and tabs kept
    public static String text(String text) {
        return escaped(text, true);
    }

    /// @return the text on one line
    public static String line(String text) {
        return escaped(text, false);
    }

    private static String escaped(String text, boolean keepLines) {
        if (text.chars().noneMatch(c -> isUnsafe(c, keepLines))) {
            return text;
        }
        var safe = new StringBuilder(text.length() + 16);
        text.chars().forEach(c -> {
            if (!isUnsafe(c, keepLines)) {
                safe.append((char) c);
            } else {
                safe.append(
                        switch (c) {
                            case '\n' -> "\\n";
                            case '\r' -> "\\r";
                            case '\t' -> "\\t";
                            default -> String.format("\\u%04x", c);
                        });
            }
        });
        return safe.toString();
    }

    /// C0 and C1 controls, and the marks that turn the direction of writing.
    private static boolean isUnsafe(int c, boolean keepLines) {
        boolean control =
                c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        return control && !(keepLines && (c == '\n' || c == '\t'));
    }
}
