package dev.prodigy.lang.shell;

/// Quotes text for a POSIX shell (the `:q` modifier, spec 01 §8.3).
public final class ShellQuote {
    private ShellQuote() {}

    /// @param text anything without NUL
    /// @return one shell word that stands for exactly this text: `it's` gives `'it'\''s'`
    public static String quote(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
