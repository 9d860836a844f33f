package dev.prodigy.lang.shell.request;

/// Names that shells give variables: letters of ASCII, digits and `_`, no digit in front (spec 01 §9.4).
public final class Identifier {
    private Identifier() {}

    /// @return whether all of the text is one
    public static boolean is(CharSequence text) {
        return begins(text, text.length());
    }

    /// @return whether the text up to this index is one
    public static boolean begins(CharSequence text, int end) {
        for (int i = 0; i < end; i++) {
            if (!isPart(text.charAt(i), i == 0)) {
                return false;
            }
        }
        return end > 0;
    }

    /// @param first whether the character stands in front
    public static boolean isPart(char c, boolean first) {
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        return letter || (!first && c >= '0' && c <= '9');
    }
}
