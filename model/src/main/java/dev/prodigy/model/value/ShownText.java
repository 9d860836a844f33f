package dev.prodigy.model.value;

/// How a message shows a text that came from outside: whole or not at all. Secrets are taken out of messages later than
/// they are made, and nobody would find the half of one, nor one that is written otherwise (spec 02 §11).
public final class ShownText {
    private ShownText() {}

    /// @param longest in characters
    /// @return the text in back quotes; of a longer one its length, and of one that would break the line of the
    ///     message
    public static String of(String text, int longest) {
        boolean breaks = text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
        return text.length() <= longest && !breaks
                ? "`" + text + "`"
                : "a value of " + text.length() + (breaks ? " characters with line breaks" : " characters");
    }
}
