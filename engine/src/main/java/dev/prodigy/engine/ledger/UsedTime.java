package dev.prodigy.engine.ledger;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How much of their own time the steps have used that have not ended: executions, waits and what reacts to
/// them, not what they waited for admission (spec 02 §10, §12). A restart goes on counting where the
/// journal ends.
final class UsedTime {
    private final Map<String, Count> counts = new HashMap<>();

    /// @param since on the run clock
    /// @param most that is counted from then on, or null for all
    /// @param before used before the execution under way
    /// @param holdsLists whether it does nothing itself: steps inside it do
    private record Count(
            Duration used, Duration since, @Nullable Duration most, Duration before, boolean holdsLists) {
        Duration at(Duration now) {
            var more = now.minus(since);
            return used.plus(most != null && most.compareTo(more) < 0 ? most : more);
        }

        Count from(Duration now, @Nullable Duration next) {
            return new Count(at(now), now, next, before, holdsLists);
        }
    }

    /// The step is at work from now on, or the steps inside it are about to be.
    ///
    /// @param anew whether this is no execution that an earlier process began
    /// @param holdsLists whether the step does nothing itself
    void works(String place, Duration now, boolean anew, boolean holdsLists) {
        var known = counts.get(place);
        var used = known == null ? Duration.ZERO : known.at(now);
        var before = known == null || anew ? used : known.before();
        counts.put(place, new Count(used, now, null, before, holdsLists));
        count(place, now, null);
    }

    /// It waits so long; if longer, for admission.
    void waits(String place, Duration now, Duration wait) {
        count(place, now, wait);
    }

    /// It waits for admission.
    void stands(String place, Duration now) {
        count(place, now, Duration.ZERO);
    }

    /// It has ended; those around it go on.
    void ended(String place, Duration now) {
        counts.remove(place);
        count(place, now, null);
    }

    /// @return what the execution under way of a step has used; zero for one that was not begun
    Duration ofExecution(String place, Duration now) {
        var count = counts.get(place);
        return count == null ? Duration.ZERO : count.at(now).minus(count.before());
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
        counts.replaceAll((each, count) ->
                isAround(each, place) ? count.from(now, isIdle(each, count) ? Duration.ZERO : most) : count);
    }

    /// Between its steps a list is nothing but their waiting for admission.
    private boolean isIdle(String place, Count count) {
        return count.holdsLists()
                && counts.entrySet().stream()
                        .noneMatch(each -> !each.getValue().holdsLists()
                                && !each.getKey().equals(place)
                                && isAround(place, each.getKey()));
    }

    private static boolean isAround(String outer, String place) {
        return place.startsWith(outer) && (place.length() == outer.length() || place.charAt(outer.length()) == '.');
    }
}
