package dev.prodigy.engine.ledger;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How much of their own time the steps have used that have not ended: executions, waits and what reacts to
/// them, not what they stood before the entrance (spec 02 §10, §12). A restart goes on counting where the
/// journal ends.
final class UsedTime {
    private final Map<String, Count> counts = new HashMap<>();

    /// @param since on the run clock
    /// @param most that is counted from then on, or null for all
    private record Count(
            Duration used, Duration since, @Nullable Duration most) {
        Duration at(Duration now) {
            var more = now.minus(since);
            return used.plus(most != null && most.compareTo(more) < 0 ? most : more);
        }

        Count from(Duration now, @Nullable Duration next) {
            return new Count(at(now), now, next);
        }
    }

    /// The step, or one inside it, is at work from now on.
    void works(String place, Duration now) {
        counts.putIfAbsent(place, new Count(Duration.ZERO, now, null));
        count(place, now, null);
    }

    /// It waits so long; if longer, before the entrance.
    void waits(String place, Duration now, Duration wait) {
        count(place, now, wait);
    }

    /// It stands before the entrance.
    void stands(String place, Duration now) {
        count(place, now, Duration.ZERO);
    }

    /// It has ended; those around it go on.
    void ended(String place, Duration now) {
        counts.remove(place);
        count(place, now, null);
    }

    void forget(String place) {
        counts.remove(place);
    }

    void forgetAll(String prefix) {
        counts.keySet().removeIf(place -> place.startsWith(prefix));
    }

    /// @return what a step that has not ended has used; zero for one that was not begun
    Duration of(String place, Duration now) {
        var count = counts.get(place);
        return count == null ? Duration.ZERO : count.at(now);
    }

    UsedTime copy() {
        var copy = new UsedTime();
        copy.counts.putAll(counts);
        return copy;
    }

    private void count(String place, Duration now, @Nullable Duration most) {
        counts.replaceAll((each, count) -> isAround(each, place) ? count.from(now, most) : count);
    }

    private static boolean isAround(String outer, String place) {
        return place.startsWith(outer) && (place.length() == outer.length() || place.charAt(outer.length()) == '.');
    }
}
