package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/// Strings that come again and again, kept so that most need not be made anew: the names of events.
final class EventNames {
    private static final int SLOTS = 256;

    private final String[] texts = new String[SLOTS];
    private final byte[][] kept = new byte[SLOTS][];
    private int last;

    EventNames() {
        Arrays.fill(texts, "");
        Arrays.fill(kept, new byte[0]);
    }

    /// @return the text of ASCII bytes
    String text(byte[] bytes, int from, int to) {
        if (!isKept(last, bytes, from, to)) {
            last = slot(bytes, from, to);
            if (!isKept(last, bytes, from, to)) {
                kept[last] = Arrays.copyOfRange(bytes, from, to);
                texts[last] = new String(bytes, from, to - from, ISO_8859_1);
            }
        }
        return texts[last];
    }

    /// Names differ in their length or somewhere in their middle.
    private static int slot(byte[] bytes, int from, int to) {
        int hash = to - from;
        for (int i = from; i < to; i += 2) {
            hash = hash * 31 + bytes[i];
        }
        return (hash ^ (hash >>> 16)) & (SLOTS - 1);
    }

    private boolean isKept(int slot, byte[] bytes, int from, int to) {
        var name = kept[slot];
        return name.length == to - from && Arrays.equals(name, 0, name.length, bytes, from, to);
    }
}
