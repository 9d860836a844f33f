package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/// Strings that come again and again, kept so that most need not be made anew: the names of events, the run's id.
final class Names {
    private static final int SLOTS = 256;

    private final String[] texts = new String[SLOTS];

    Names() {
        Arrays.fill(texts, "");
    }

    /// @return the text of ASCII bytes
    String text(byte[] bytes, int from, int to) {
        int hash = to - from;
        for (int i = from; i < to; i++) {
            hash = hash * 31 + bytes[i];
        }
        int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
        if (!equals(texts[slot], bytes, from, to)) {
            texts[slot] = new String(bytes, from, to - from, ISO_8859_1);
        }
        return texts[slot];
    }

    private static boolean equals(String text, byte[] bytes, int from, int to) {
        if (text.length() != to - from) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (text.charAt(i - from) != bytes[i]) {
                return false;
            }
        }
        return true;
    }
}
