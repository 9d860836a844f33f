package dev.prodigy.lang.shell;

import java.util.regex.Pattern;

/// Quotes text for a POSIX shell (the `:q` modifier, spec 01 §8.3).
public final class ShellQuote {
    private static final Pattern PLAIN_WORD = Pattern.compile("[\\p{L}\\p{N}_@%+=:,./-]+");

    private ShellQuote() {}

    /// @param text anything without NUL
    /// @return what a person types for exactly this text: the text itself where a shell takes it as it is
    public static String word(String text) {
        return PLAIN_WORD.matcher(text).matches() ? text : quote(text);
    }

    /// @param text anything without NUL
    /// @return one shell word that stands for exactly this text: `it's` gives `'it'\''s'`
    public static String quote(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
