package dev.prodigy.engine.ledger;

import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Attempts of steps outside of items of whose end their breaker knows, and nobody else yet: one that a crash cuts
/// off there is made again under its number, and is not told twice (spec 02 §7, §12).
public final class ToldBreakers {
    private final Map<String, End> now = new HashMap<>();
    private final Map<String, End> before = new HashMap<>();

    /// How an attempt ended.
    public enum End {
        /// It succeeded.
        SUCCESS,
        /// It failed.
        FAILURE
    }

    /// No breaker was told anything.
    public ToldBreakers() {}

    /// A breaker was told of the attempt under way.
    public void told(StepKey key, End end) {
        now.put(key.place(), end);
    }

    /// @return what the step's breaker was told by an earlier process of the attempt that is made again, or null
    public @Nullable End before(StepKey key) {
        return before.get(key.place());
    }

    /// A process takes the run up.
    public void takenUp() {
        before.clear();
        before.putAll(now);
    }

    /// Something became durable of the step.
    public void note(StepKey key, StepEvent event) {
        switch (event) {
            case StepEvent.RetryScheduled _, StepEvent.Completed _, StepEvent.Failed _, StepEvent.Skipped _ ->
                forget(key);
            case StepEvent.Started started -> {
                if (started.after() != null && started.after().get("step") instanceof Value.Text(var path)) {
                    forget(key.sibling(path));
                }
            }
            case StepEvent.AgentUsage _, StepEvent.ItemsListed _, StepEvent.ProcessLeaked _ -> {}
        }
    }

    private void forget(StepKey key) {
        now.remove(key.place());
        before.remove(key.place());
    }
}
