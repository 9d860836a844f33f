package dev.prodigy.engine.item;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What is remembered of the items under way, and what they wait for: while one is held no limit but the
/// workflow's is charged for it (spec 02 §10).
final class Trails {
    private final Map<Integer, Trail> trails = new HashMap<>();
    private final Map<Integer, ItemTable.Hold> holds = new HashMap<>();
    private final LinkedHashSet<Integer> unwarned = new LinkedHashSet<>();

    @Nullable
    Trail of(int item) {
        return trails.get(item);
    }

    /// @return items under way, ascending
    IntStream items() {
        return trails.keySet().stream().mapToInt(item -> item).sorted();
    }

    void begun(int item, Duration at) {
        released(item, at);
        if (trails.putIfAbsent(item, Trail.begun(at)) == null) {
            unwarned.add(item);
        }
    }

    /// Goes on with the item's trail, where it has one.
    void change(int item, UnaryOperator<Trail> change) {
        trails.computeIfPresent(item, (_, trail) -> change.apply(trail));
    }

    /// Goes on with the item's trail; one that was never seen to begin gets one.
    void failed(int item, UnaryOperator<Trail> change) {
        trails.compute(item, (_, trail) -> change.apply(trail == null ? Trail.begun(Duration.ZERO) : trail));
    }

    void forget(int item) {
        trails.remove(item);
        unwarned.remove(item);
    }

    /// From now on something holds the item, in place of what did before.
    void hold(int item, ItemTable.Hold hold) {
        released(item, hold.since());
        holds.put(item, hold);
    }

    ItemTable.@Nullable Hold hold(int item) {
        return holds.get(item);
    }

    Map<Integer, ItemTable.Hold> holds() {
        return Collections.unmodifiableMap(holds);
    }

    /// Nobody holds the item any more; how long it was held does not matter.
    void letGo(int item) {
        holds.remove(item);
    }

    /// Nobody holds the item any more, of whose limits the time until now is not charged.
    void released(int item, Duration at) {
        var hold = holds.remove(item);
        if (hold != null) {
            change(item, trail -> trail.parked(at.minus(hold.since())));
        }
    }

    /// Whoever goes on with the run says anew what holds items.
    void releaseAll(Duration at) {
        List.copyOf(holds.keySet()).forEach(item -> released(item, at));
    }

    /// @param now on the run clock
    /// @return from when on the item's time limit counts, on the run clock, or null before its first attempt
    @Nullable
    Duration limitFrom(int item, Duration now) {
        var trail = trails.get(item);
        if (trail == null) {
            return null;
        }
        var hold = holds.get(item);
        var from = trail.firstStart().plus(trail.parked());
        return hold == null ? from : from.plus(now).minus(hold.since());
    }

    int firstUnwarned() {
        return unwarned.isEmpty() ? -1 : unwarned.getFirst();
    }

    void warned(int item) {
        unwarned.remove(item);
    }
}
