package dev.prodigy.engine.item;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.RunEvent.PolicyStopped;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/// A redrive of dead-lettered items under way (spec 03 §15). Its width starts at one, doubles with each success and
/// falls back to one with each failure. Only the fold of the journal changes it.
public final class Redriving {
    private static final int GIVES_UP_AFTER = 5;

    private final @Nullable String phase;
    private final boolean givesUp;
    private int maxParallel;
    private final SequencedSet<Integer> left = new LinkedHashSet<>();
    private int width = 1;
    private int failedInRow;
    private int succeeded;
    private int failed;
    private boolean closed;
    private @Nullable PolicyStopped stopped;
    private @Nullable ErrorRecord failure;

    /// @param phase that the run was in before it, or null
    /// @param givesUp whether failures end it
    /// @param maxParallel attempts at once, at most
    public Redriving(@Nullable String phase, boolean givesUp, int maxParallel) {
        this.phase = phase;
        this.givesUp = givesUp;
        this.maxParallel = maxParallel;
    }

    /// @return the phase that the run was in before it, or null
    public @Nullable String phase() {
        return phase;
    }

    /// @return items that have no new outcome yet, in the order to take them
    public Iterable<Integer> left() {
        return left;
    }

    /// @return how many items have no new outcome yet
    public int remaining() {
        return left.size();
    }

    /// @return whether the item has no new outcome yet
    public boolean has(int item) {
        return left.contains(item);
    }

    /// @return whether a row of failures and the run's limits end it: not where everything chosen is to run
    ///     whatever fails
    public boolean mayGiveUp() {
        return givesUp;
    }

    /// @return the limit of the run that ended it, or null
    public @Nullable PolicyStopped stopped() {
        return stopped;
    }

    /// @return why no item can run in it, or null
    public @Nullable ErrorRecord failure() {
        return failure;
    }

    /// @return whether every chosen item has a new outcome
    public boolean isDone() {
        return left.isEmpty();
    }

    /// @return attempts at once
    public int width() {
        return width;
    }

    /// @return whether a row of failures, a limit of the run, or the failure of the phase as a whole ended it
    public boolean gaveUp() {
        return stopped != null || failure != null || (givesUp && failedInRow >= GIVES_UP_AFTER);
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
            width = 1;
        }
    }

    /// A person changed how many attempts may run at once.
    public void limit(int parallel) {
        maxParallel = parallel;
        width = Math.min(width, parallel);
    }

    /// A person gave the item up.
    public void dropped(int item) {
        left.remove(item);
    }

    /// A limit of the run is reached.
    public void stop(PolicyStopped by) {
        stopped = by;
    }

    /// No item can run: what the phase needs is not there.
    public void fail(ErrorRecord error) {
        failure = error;
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
