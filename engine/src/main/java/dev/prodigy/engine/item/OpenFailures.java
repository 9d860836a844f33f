package dev.prodigy.engine.item;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Failures of attempts of which it is to be decided anew what follows when a process takes a run up: the process
/// before died when it had written half of that, or the policy grants fewer attempts than it did (spec 03 §14).
public final class OpenFailures {
    private OpenFailures() {}

    /// @param usual attempts that the policy allows now
    /// @return item → `seq` of its last failure
    public static Map<Integer, Long> of(ItemTable items, int usual) {
        var found = new TreeMap<Integer, Long>();
        IntStream.range(0, items.total())
                .filter(item -> !items.state(item).isFinal() && items.handling(item) == null)
                .filter(item -> items.isUnscheduled(item) || items.allowanceUsed(item) >= items.allowance(item, usual))
                .forEach(item -> {
                    var trail = items.trail(item);
                    if (trail != null && trail.failedSeq() > 0 && (items.isUnscheduled(item) || !trail.handled())) {
                        found.put(item, trail.failedSeq());
                    }
                });
        return found;
    }
}
