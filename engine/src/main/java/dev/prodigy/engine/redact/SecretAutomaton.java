package dev.prodigy.engine.redact;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;

/// Finds any number of byte strings in one pass, one step per byte (Aho and Corasick, 1975). A state is a number; it
/// stands for the longest beginning of a string that the bytes read so far end in.
final class SecretAutomaton {
    /// The state before the first byte.
    static final int START = 0;

    private static final int BYTES = 256;

    private final int[] fromStart = new int[BYTES];
    private byte[] label = new byte[64];
    private int[] child = new int[64];
    private int[] sibling = new int[64];
    private int[] fallback = new int[64];
    private int[] depth = new int[64];
    private int[] found = new int[64];
    private int size = 1;
    private int longest;

    SecretAutomaton(Collection<String> texts) {
        texts.forEach(each -> add(each.getBytes(StandardCharsets.UTF_8)));
        link();
    }

    /// @return whether nothing is looked for
    boolean isEmpty() {
        return size == 1;
    }

    /// @return the length of the longest string
    int longest() {
        return longest;
    }

    private void add(byte[] text) {
        var state = START;
        for (var each : text) {
            var next = child(state, each);
            state = next == START ? append(state, each) : next;
        }
        found[state] = text.length;
        longest = Math.max(longest, text.length);
    }

    private int append(int parent, byte b) {
        if (size == label.length) {
            label = Arrays.copyOf(label, 2 * size);
            child = Arrays.copyOf(child, 2 * size);
            sibling = Arrays.copyOf(sibling, 2 * size);
            fallback = Arrays.copyOf(fallback, 2 * size);
            depth = Arrays.copyOf(depth, 2 * size);
            found = Arrays.copyOf(found, 2 * size);
        }
        label[size] = b;
        depth[size] = depth[parent] + 1;
        if (parent == START) {
            fromStart[b & 0xff] = size;
        } else {
            sibling[size] = child[parent];
            child[parent] = size;
        }
        return size++;
    }

    /// @return the state behind this one, or {@link #START} when no string goes on so
    private int child(int state, byte b) {
        if (state == START) {
            return fromStart[b & 0xff];
        }
        var next = child[state];
        while (next != START && label[next] != b) {
            next = sibling[next];
        }
        return next;
    }

    /// Breadth first: a state falls back to a shallower one, which is linked already.
    private void link() {
        var open = new ArrayDeque<Integer>();
        for (var first : fromStart) {
            if (first != START) {
                open.add(first);
            }
        }
        while (!open.isEmpty()) {
            int state = open.remove();
            found[state] = Math.max(found[state], found[fallback[state]]);
            for (var next = child[state]; next != START; next = sibling[next]) {
                fallback[next] = step(fallback[state], label[next]);
                open.add(next);
            }
        }
    }

    /// @return the state after one more byte
    int step(int state, byte b) {
        var at = state;
        while (true) {
            var next = child(at, b);
            if (next != START || at == START) {
                return next;
            }
            at = fallback[at];
        }
    }

    /// @return the length of the longest string that ends here, 0 for none
    int found(int state) {
        return found[state];
    }

    /// @return how many of the last bytes may belong to a string that is not complete yet
    int depth(int state) {
        return depth[state];
    }
}
