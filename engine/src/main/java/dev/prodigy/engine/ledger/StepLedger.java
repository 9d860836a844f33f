package dev.prodigy.engine.ledger;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the steps outside of items have come to, as far as it is durable: what a resume does not do again (spec 03
/// §14).
///
/// Inside an item the attempt is the unit of recovery, so its steps are not kept here.
public final class StepLedger {
    private final NavigableMap<String, Ended> ended = new TreeMap<>();
    private final Map<String, List<Recorded>> open = new HashMap<>();

    /// A ledger without entries.
    public StepLedger() {}

    /// A step's final event.
    ///
    /// @param event completed, failed or skipped
    public record Ended(Context context, StepEvent event) {
        /// @return whether its list went on behind it
        public boolean letListGoOn() {
            return switch (event) {
                case StepEvent.Failed failed -> failed.tolerated();
                case StepEvent.Completed _, StepEvent.Skipped _ -> true;
                case StepEvent.Started _,
                        StepEvent.RetryScheduled _,
                        StepEvent.AgentUsage _,
                        StepEvent.ProcessLeaked _ -> false;
            };
        }
    }

    /// @return the final event of a step, or null while it has none
    public @Nullable Ended ended(StepKey key) {
        return ended.get(key.place());
    }

    /// @return what happened to a step that has not ended, oldest first: the beginnings of its executions, its
    ///     retries,
    ///     and the beginnings of lists that react to it
    public List<Recorded> open(StepKey key) {
        return List.copyOf(open.getOrDefault(key.place(), List.of()));
    }

    /// @return the ledger as it is now, which further events do not change
    public StepLedger copy() {
        var copy = new StepLedger();
        copy.ended.putAll(ended);
        open.forEach((place, notes) -> copy.open.put(place, new ArrayList<>(notes)));
        return copy;
    }

    /// Forgets the steps of a phase that is to run anew.
    public void forget(String phase) {
        var prefix = StepKey.prefix(phase);
        ended.keySet().removeIf(place -> place.startsWith(prefix));
        open.keySet().removeIf(place -> place.startsWith(prefix));
    }

    /// Takes in a journaled event of a step; of an item's steps it keeps nothing.
    public void note(Recorded recorded, StepEvent event) {
        var key = StepKey.of(recorded.context());
        if (key == null) {
            return;
        }
        switch (event) {
            case StepEvent.Completed _, StepEvent.Failed _, StepEvent.Skipped _ -> {
                var end = new Ended(recorded.context(), event);
                ended.put(key.place(), end);
                open.remove(key.place());
                if (end.letListGoOn()) {
                    forgetInside(key);
                }
            }
            case StepEvent.Started started -> {
                if (started.after() != null && started.after().get("step") instanceof Value.Text(var path)) {
                    notes(key.sibling(path)).add(recorded);
                }
                if (isNewExecution(key)) {
                    forgetInside(key);
                }
                ended.remove(key.place());
                notes(key).add(recorded);
            }
            case StepEvent.RetryScheduled _ -> notes(key).add(recorded);
            case StepEvent.AgentUsage _, StepEvent.ProcessLeaked _ -> {}
        }
    }

    private List<Recorded> notes(StepKey key) {
        return open.computeIfAbsent(key.place(), _ -> new ArrayList<>());
    }

    /// An execution that was cut off, and one of a step that failed, goes on inside where it was; a retry and a rerun
    /// do everything anew.
    private boolean isNewExecution(StepKey key) {
        var notes = open.get(key.place());
        if (notes == null || notes.isEmpty()) {
            return false;
        }
        var last = notes.getLast();
        return last.event() instanceof StepEvent.RetryScheduled || !key.equals(StepKey.of(last.context()));
    }

    private void forgetInside(StepKey key) {
        var inside = ended.subMap(key.place() + ".", key.place() + "/");
        for (var place : List.copyOf(inside.keySet())) {
            open.remove(place);
        }
        inside.clear();
    }
}
