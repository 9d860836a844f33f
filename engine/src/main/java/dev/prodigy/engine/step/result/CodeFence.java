package dev.prodigy.engine.step.result;

import java.util.regex.Pattern;

/// The code fence that agents like to put around JSON (spec 01 §3, `capture_format`).
public final class CodeFence {
    private static final int SHORTEST = 3;
    private static final Pattern LANGUAGE = Pattern.compile("\\w+(?=[\\s{\\[])");

    private CodeFence() {}

    /// @return what stands inside the fence around a text, or the text where there is none; without blanks around it
    public static String without(String text) {
        var trimmed = text.strip();
        int opening = length(trimmed);
        int closing = length(new StringBuilder(trimmed).reverse());
        boolean isFenced = opening >= SHORTEST
                && closing >= opening
                && opening + closing < trimmed.length()
                && trimmed.charAt(0) == trimmed.charAt(trimmed.length() - 1);
        return isFenced
                ? withoutLanguage(trimmed.substring(opening, trimmed.length() - closing))
                        .strip()
                : trimmed;
    }

    /// What follows the opening fence in its line; where all is one line, the word that names the language.
    private static String withoutLanguage(String body) {
        int end = body.indexOf('\n');
        return end < 0 ? LANGUAGE.matcher(body).replaceFirst("") : body.substring(end + 1);
    }

    private static int length(CharSequence text) {
        int length = 0;
        while (length < text.length() && isMark(text.charAt(length)) && text.charAt(length) == text.charAt(0)) {
            length++;
        }
        return length;
    }

    private static boolean isMark(char character) {
        return character == '`' || character == '~';
    }
}
