package dev.prodigy.engine.item;

import java.util.LinkedHashSet;
import java.util.SequencedSet;

/// A redrive of dead-lettered items under way (spec 03 §15). Only the fold of the journal changes it.
public final class Redriving {
    private static final int GIVES_UP_AFTER = 5;

    private final boolean shaped;
    private final int maxParallel;
    private final SequencedSet<Integer> left = new LinkedHashSet<>();
    private int width;
    private int failedInRow;
    private int succeeded;
    private int failed;
    private boolean closed;

    /// @param shaped the width starts at one, doubles with each success and falls back to one with each failure
    /// @param maxParallel attempts at once, at most
    public Redriving(boolean shaped, int maxParallel) {
        this.shaped = shaped;
        this.maxParallel = maxParallel;
        this.width = shaped ? 1 : maxParallel;
    }

    /// @return items that have no new outcome yet, in the order to take them
    public Iterable<Integer> left() {
        return left;
    }

    /// @return whether every chosen item has a new outcome
    public boolean isDone() {
        return left.isEmpty();
    }

    /// @return attempts at once
    public int width() {
        return width;
    }

    /// @return whether a row of failures ended it
    public boolean gaveUp() {
        return shaped && failedInRow >= GIVES_UP_AFTER && !left.isEmpty();
    }

    /// @return items that succeeded
    public int succeeded() {
        return succeeded;
    }

    /// @return items that failed again
    public int failed() {
        return failed;
    }

    /// @return whether its end is journaled
    public boolean isClosed() {
        return closed;
    }

    /// Takes an item up.
    public void chosen(int item) {
        left.add(item);
    }

    /// An item has its new outcome.
    public void ended(int item, boolean success) {
        if (!left.remove(item)) {
            return;
        }
        if (success) {
            succeeded++;
            failedInRow = 0;
            width = Math.min(maxParallel, width * 2);
        } else {
            failed++;
            failedInRow++;
            width = shaped ? 1 : width;
        }
    }

    /// Its end is journaled.
    public void close() {
        closed = true;
    }

    /// Gives up the items without a new outcome: they stay what they were.
    public void abandon(ItemTable items) {
        left.forEach(items::restored);
        left.clear();
    }
}
