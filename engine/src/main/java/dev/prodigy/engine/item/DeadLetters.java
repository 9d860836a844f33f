package dev.prodigy.engine.item;

import java.util.BitSet;

/// Which items have a dead letter, and of which it is still to be said whether they get one (spec 02 §5.1).
///
/// Only the fold of the journal changes them.
public final class DeadLetters {
    private final BitSet there = new BitSet();
    private final BitSet undecided = new BitSet();

    DeadLetters() {}

    /// @return whether the item has a dead letter
    public boolean has(int item) {
        return there.get(item);
    }

    /// @return how many items have one
    public int count() {
        return there.cardinality();
    }

    /// @return items with a dead letter, ascending
    public int[] items() {
        return there.stream().toArray();
    }

    /// @return items whose failure is final and of which nothing says what became of them, because the
    ///     process died in between; ascending
    public int[] undecided() {
        return undecided.stream().toArray();
    }

    /// An item failed for good; its letter was written before, or something else is to become of it.
    void failed(int item) {
        undecided.set(item, !there.get(item));
    }

    void put(int item, boolean isThere) {
        there.set(item, isThere);
        undecided.clear(item);
    }

    /// It is known what became of the item, whether it has a letter or not.
    void decided(int item) {
        undecided.clear(item);
    }
}
