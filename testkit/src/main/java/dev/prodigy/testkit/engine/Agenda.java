package dev.prodigy.testkit.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// What is still to happen in a run that is driven by hand, in order of time, then of asking.
final class Agenda {
    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparing(Entry::at).thenComparingLong(Entry::order));
    private long asked;
    private @Nullable Entry wake;

    /// @param cut what happens instead when work is ended, or null for what is no work
    private record Entry(
            Duration at,
            long order,
            Runnable what,
            @Nullable Runnable cut) {}

    void add(Duration at, Runnable what) {
        entries.add(new Entry(at, asked++, what, null));
    }

    /// Work that can be ended before its time.
    void work(Duration at, Runnable end, Runnable cut) {
        entries.add(new Entry(at, asked++, end, cut));
    }

    /// Instead of at any earlier asked moment.
    void wake(Duration at, Runnable what) {
        if (wake != null) {
            entries.remove(wake);
        }
        wake = new Entry(at, asked++, what, null);
        entries.add(wake);
    }

    /// Ends all work that is under way.
    void endWork(Duration now) {
        for (var entry : new ArrayList<>(entries)) {
            if (entry.cut() != null) {
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
