package dev.prodigy.engine.classify;

/// Terminal control sequences, which colour words without being part of them.
public final class Ansi {
    private static final char ESCAPE = '\u001b';
    private static final char BELL = '\u0007';

    private Ansi() {}

    /// @return the text without escape sequences (CSI, OSC and two-character ones); a broken one ends with its line
    public static String strip(String text) {
        var at = text.indexOf(ESCAPE);
        if (at < 0) {
            return text;
        }
        var plain = new StringBuilder(text.length());
        var copied = 0;
        while (at >= 0) {
            plain.append(text, copied, at);
            copied = end(text, at);
            at = text.indexOf(ESCAPE, copied);
        }
        return plain.append(text, copied, text.length()).toString();
    }

    private static int end(String text, int escape) {
        if (escape + 1 >= text.length()) {
            return text.length();
        }
        return switch (text.charAt(escape + 1)) {
            case '[' -> endOfControl(text, escape + 2);
            case ']' -> endOfCommand(text, escape + 2);
            case '\n', ESCAPE -> escape + 1;
            default -> escape + 2;
        };
    }

    /// Parameters up to one final byte from `@` to `~`.
    private static int endOfControl(String text, int from) {
        for (var i = from; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c >= '@' && c <= '~') {
                return i + 1;
            }
            if (c < ' ' || c > '~') {
                return i;
            }
        }
        return text.length();
    }

    /// Text up to a bell or the two-character string terminator.
    private static int endOfCommand(String text, int from) {
        for (var i = from; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case BELL -> {
                    return i + 1;
                }
                case '\n' -> {
                    return i;
                }
                case ESCAPE -> {
                    return i + 1 < text.length() && text.charAt(i + 1) == '\\' ? i + 2 : i;
                }
                default -> {
                    // part of the command
                }
            }
        }
        return text.length();
    }
}
