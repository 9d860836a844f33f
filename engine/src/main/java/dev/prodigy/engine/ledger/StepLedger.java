package dev.prodigy.engine.ledger;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.StepEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the steps outside of items have come to, as far as it is durable: what a resume does not do again (spec 03
/// §14).
///
/// Inside an item the attempt is the unit of recovery, so its steps are not kept here.
public final class StepLedger {
    private final Map<StepKey, Ended> ended = new LinkedHashMap<>();
    private final Map<StepKey, List<Noted>> open = new HashMap<>();

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

    /// An event of a step that has not ended, or has failed.
    public record Noted(Context context, StepEvent event, Instant at) {}

    /// @return the final event of a step, or null while it has none
    public @Nullable Ended ended(StepKey key) {
        return ended.get(key);
    }

    /// @return what happened to a step that has not ended, oldest first
    public List<Noted> open(StepKey key) {
        return List.copyOf(open.getOrDefault(key, List.of()));
    }

    /// @return all final events, in order of their first appearance
    public List<Ended> all() {
        return List.copyOf(ended.values());
    }

    /// @return the ledger as it is now, which further events do not change
    public StepLedger copy() {
        var copy = new StepLedger();
        copy.ended.putAll(ended);
        open.forEach((key, notes) -> copy.open.put(key, new ArrayList<>(notes)));
        return copy;
    }

    /// Forgets the steps of a phase that is to run anew.
    public void forget(String phase) {
        ended.keySet().removeIf(key -> key.phase().equals(phase));
        open.keySet().removeIf(key -> key.phase().equals(phase));
    }

    /// Takes in a journaled event of a step; of an item's steps it keeps nothing.
    public void note(Context context, StepEvent event, Instant at) {
        var key = StepKey.of(context);
        if (key == null) {
            return;
        }
        switch (event) {
            case StepEvent.Completed _, StepEvent.Failed _, StepEvent.Skipped _ -> {
                ended.put(key, new Ended(context, event));
                open.remove(key);
            }
            case StepEvent.Started _ -> {
                ended.remove(key);
                open.computeIfAbsent(key, _ -> new ArrayList<>()).add(new Noted(context, event, at));
            }
            case StepEvent.RetryScheduled _ ->
                open.computeIfAbsent(key, _ -> new ArrayList<>()).add(new Noted(context, event, at));
            case StepEvent.AgentUsage _, StepEvent.ProcessLeaked _ -> {}
        }
    }
}
