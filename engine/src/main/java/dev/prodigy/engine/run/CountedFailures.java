package dev.prodigy.engine.run;

import java.util.BitSet;

/// The items that are finally failed since counting began, each of them once: one that was put back, or that a person
/// gave up, is none of them until it fails again (spec 02 §6.1).
final class CountedFailures {
    private final BitSet items = new BitSet();
    private long count;

    void add(int item) {
        if (!items.get(item)) {
            items.set(item);
            count++;
        }
    }

    void remove(int item) {
        if (items.get(item)) {
            items.clear(item);
            count--;
        }
    }

    /// Counting begins anew.
    void clear() {
        items.clear();
        count = 0;
    }

    long count() {
        return count;
    }
}
