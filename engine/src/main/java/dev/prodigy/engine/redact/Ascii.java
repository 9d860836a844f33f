package dev.prodigy.engine.redact;

/// Bytes read as ASCII text.
final class Ascii {
    private Ascii() {}

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    static boolean isLetterOrDigit(byte b) {
        return isDigit(b) || isLetter(b);
    }

    static boolean isLetter(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /// @return whether the text stands at the position and ends before `to`
    static boolean startsWith(byte[] bytes, int at, int to, String text) {
        if (at < 0 || at + text.length() > to) {
            return false;
        }
        for (var i = 0; i < text.length(); i++) {
            if (bytes[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// @param lower text in lower case
    /// @return whether the text, in any case, ends before the position
    static boolean endsWith(byte[] bytes, int end, String lower) {
        var start = end - lower.length();
        if (start < 0) {
            return false;
        }
        for (var i = 0; i < lower.length(); i++) {
            if (toLower(bytes[start + i]) != lower.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    static int toLower(byte b) {
        return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
    }
}
