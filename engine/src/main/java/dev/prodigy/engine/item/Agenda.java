package dev.prodigy.engine.item;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// When waiting items may go on, the earliest first; of those with one moment the lowest number.
final class Agenda {
    private final Map<Integer, Instant> moments = new HashMap<>();
    private final TreeSet<Due> inOrder = new TreeSet<>();

    private record Due(Instant at, int item) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime : Integer.compare(item, other.item);
        }
    }

    void put(int item, Instant at) {
        remove(item);
        moments.put(item, at);
        inOrder.add(new Due(at, item));
    }

    void remove(int item) {
        var at = moments.remove(item);
        if (at != null) {
            inOrder.remove(new Due(at, item));
        }
    }

    /// Gives every waiting item another moment.
    void replaceAll(BiFunction<Integer, Instant, Instant> moved) {
        Map.copyOf(moments).forEach((item, at) -> put(item, moved.apply(item, at)));
    }

    /// @return whether the item's moment has come, or it has none
    boolean hasCome(int item, Instant now) {
        var at = moments.get(item);
        return at == null || !at.isAfter(now);
    }

    /// @param taken items that are passed over
    /// @return the item whose moment came first, or -1 when none has come
    int firstBy(Instant now, IntPredicate taken) {
        for (var next : inOrder) {
            if (next.at().isAfter(now)) {
                break;
            }
            if (!taken.test(next.item())) {
                return next.item();
            }
        }
        return -1;
    }

    /// @return the first moment that is still ahead, or null when there is none
    @Nullable
    Instant after(Instant now) {
        var next = inOrder.higher(new Due(now, Integer.MAX_VALUE));
        return next == null ? null : next.at();
    }
}
