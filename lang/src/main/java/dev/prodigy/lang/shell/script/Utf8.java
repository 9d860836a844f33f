package dev.prodigy.lang.shell.script;

/// Measures text as it will be written.
public final class Utf8 {
    private Utf8() {}

    /// @return the bytes of UTF-8 this text takes; a lone surrogate counts as the one-byte question mark it becomes
    public static long length(String text) {
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                length++;
            } else if (c < 0x800) {
                length += 2;
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                length += 4;
                i++;
            } else {
                length += Character.isSurrogate(c) ? 1 : 3;
            }
        }
        return length;
    }
}
