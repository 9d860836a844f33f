package dev.prodigy.runtime.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// What is written and forced together, and who waits for it.
final class Batch {
    /// A buffer that one large batch has grown beyond this is not kept.
    private static final int KEPT_CAPACITY = 4 << 20;

    private final JournalSettings settings;
    private final LineEncoder encoder;
    private final List<CompletableFuture<Void>> waiters = new ArrayList<>();
    private boolean forced;
    private long entries;

    /// @param segment the number of the segment that large values go to
    Batch(int segment, JournalSettings settings) {
        this.settings = settings;
        this.encoder = new LineEncoder(segment, settings.toSegments());
    }

    /// Adds entries and their waiter.
    ///
    /// @throws IllegalArgumentException when an entry cannot be a line; then nothing was added
    void add(List<Entry> added, boolean mustForce, CompletableFuture<Void> waiter) {
        encoder.encode(added);
        entries += added.size();
        forced |= mustForce;
        waiters.add(waiter);
    }

    /// @return a batch that follows this one
    Batch next(Batch spare) {
        var next = spare.encoder.lines().capacity() > KEPT_CAPACITY ? new Batch(1, settings) : spare;
        next.encoder.lines().truncate(0);
        next.encoder.largeValues().startBehind(encoder.largeValues(), settings.rotateSize());
        next.waiters.clear();
        next.forced = false;
        next.entries = 0;
        return next;
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    /// @return whether a waiter wants more than that its lines are written
    boolean mustForce() {
        return forced;
    }

    /// @return the number of its lines
    long entries() {
        return entries;
    }

    Bytes lines() {
        return encoder.lines();
    }

    LargeValues largeValues() {
        return encoder.largeValues();
    }

    void complete() {
        waiters.forEach(waiter -> waiter.complete(null));
    }

    void fail(Throwable failure) {
        waiters.forEach(waiter -> waiter.completeExceptionally(failure));
    }
}
