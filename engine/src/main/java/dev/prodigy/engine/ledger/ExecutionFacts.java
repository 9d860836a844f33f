package dev.prodigy.engine.ledger;

import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One fact about the execution of each step that is under way, or that did not let its list go on: what a resume needs
/// that goes on inside. A new execution knows nothing of it.
///
/// @param <F> the fact
final class ExecutionFacts<F extends ExecutionFacts.Fact> {
    private final NavigableMap<String, F> facts = new TreeMap<>();

    /// Something that an event told.
    interface Fact {
        /// @return number of the event in the journal
        long seq();
    }

    /// @return the fact about the step in that place, or null
    @Nullable
    F get(String place) {
        return facts.get(place);
    }

    List<F> all() {
        return List.copyOf(facts.values());
    }

    /// @return the facts about the steps inside a step
    List<F> inside(String place) {
        return List.copyOf(within(place).values());
    }

    void put(String place, F fact) {
        facts.put(place, fact);
    }

    /// Forgets what is known of a step and of those inside it.
    void forget(String place) {
        facts.remove(place);
        within(place).clear();
    }

    /// Forgets what is known of the steps of a phase.
    void forgetAll(String prefix) {
        facts.keySet().removeIf(place -> place.startsWith(prefix));
    }

    /// @return those facts alone that an event told from that one on
    ExecutionFacts<F> since(long seq) {
        var later = new ExecutionFacts<F>();
        facts.forEach((place, fact) -> {
            if (fact.seq() >= seq) {
                later.put(place, fact);
            }
        });
        return later;
    }

    private SortedMap<String, F> within(String place) {
        return facts.subMap(place + ".", place + "/");
    }
}
