package dev.prodigy.model.value;

/// How a message shows a text that came from outside: whole or not at all. Secrets are taken out of messages later than
/// they are made, and nobody would find the half of one (spec 02 §11).
public final class ShownText {
    private ShownText() {}

    /// @param longest in characters
    /// @return the text in back quotes; of a longer one its length
    public static String of(String text, int longest) {
        return text.length() <= longest ? "`" + text + "`" : "a value of " + text.length() + " characters";
    }
}
