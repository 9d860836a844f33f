package dev.prodigy.testkit.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What is still to happen in a run that is driven by hand, in order of time, then of asking.
final class Schedule {
    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparing(Entry::at).thenComparingLong(Entry::order));
    private long asked;
    private @Nullable Entry wake;
    private @Nullable Entry deadline;
    /// @param cut what happens instead when work is ended, or null for what is no work
    /// @param item whose attempt it is, or null
    private record Entry(
            Duration at,
            long order,
            @Nullable Integer item,
            Runnable what,
            @Nullable Runnable cut) {}

    void add(Duration at, Runnable what) {
        entries.add(new Entry(at, asked++, null, what, null));
    }

    /// Work that can be ended before its time.
    void work(Duration at, Runnable end, Runnable cut) {
        entries.add(new Entry(at, asked++, null, end, cut));
    }

    /// An attempt of an item, which can be ended before its time.
    void work(int item, Duration at, Runnable end, Runnable cut) {
        entries.add(new Entry(at, asked++, item, end, cut));
    }

    /// Instead of at any earlier asked time.
    void deadline(Duration at, Runnable what) {
        if (deadline != null) {
            entries.remove(deadline);
        }
        deadline = new Entry(at, asked++, null, what, null);
        entries.add(deadline);
    }

    /// Instead of at any earlier asked moment.
    void wake(Duration at, Runnable what) {
        if (wake != null) {
            entries.remove(wake);
        }
        wake = new Entry(at, asked++, null, what, null);
        entries.add(wake);
    }

    /// Ends all work that is under way.
    void endWork(Duration now) {
        end(now, _ -> true);
    }

    /// Ends an item's attempt.
    void endWork(Duration now, int item) {
        end(now, entry -> Integer.valueOf(item).equals(entry.item()));
    }

    private void end(Duration now, Predicate<Entry> chosen) {
        for (var entry : new ArrayList<>(entries)) {
            if (entry.cut() != null && chosen.test(entry)) {
                entries.remove(entry);
                add(now, entry.cut());
            }
        }
    }

    boolean hasNext() {
        return !entries.isEmpty();
    }

    Duration nextAt() {
        return entries.element().at();
    }

    Runnable next() {
        return entries.remove().what();
    }
}
