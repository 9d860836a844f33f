package dev.prodigy.runtime.letter;

import java.util.Arrays;
import java.util.BitSet;

/// Where in a journal the events of each item that has failed stand, and which items have a dead
/// letter. A few bytes per event; an item that succeeded takes four.
final class LetterIndex {
    private static final int NONE = -1;

    private final BitSet letters = new BitSet();
    private int[] newest = new int[0];
    private long[] places = new long[64];
    private int[] before = new int[64];
    private int used;
    private int free = NONE;

    /// Notes an event of an item.
    void note(int item, long place) {
        int note = take();
        places[note] = place;
        before[note] = newest(item);
        newest[item] = note;
    }

    /// Forgets what was noted of an item: it has succeeded.
    void forget(int item) {
        int note = newest(item);
        while (note != NONE) {
            int next = before[note];
            before[note] = free;
            free = note;
            note = next;
        }
        newest[item] = NONE;
    }

    /// The item has a letter, or has none any more.
    void letter(int item, boolean there) {
        letters.set(item, there);
    }

    /// @return the items with a letter
    BitSet letters() {
        return letters;
    }

    /// @return the places of an item's events, oldest first
    long[] places(int item) {
        int count = 0;
        for (int note = newest(item); note != NONE; note = before[note]) {
            count++;
        }
        var found = new long[count];
        for (int note = newest(item); note != NONE; note = before[note]) {
            found[--count] = places[note];
        }
        return found;
    }

    private int newest(int item) {
        if (item >= newest.length) {
            int old = newest.length;
            newest = Arrays.copyOf(newest, Math.max(item + 1, old * 2));
            Arrays.fill(newest, old, newest.length, NONE);
        }
        return newest[item];
    }

    private int take() {
        if (free != NONE) {
            int note = free;
            free = before[note];
            return note;
        }
        if (used == places.length) {
            places = Arrays.copyOf(places, used * 2);
            before = Arrays.copyOf(before, used * 2);
        }
        return used++;
    }
}
