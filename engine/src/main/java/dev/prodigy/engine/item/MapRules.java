package dev.prodigy.engine.item;

import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.workflow.ItemHandler.Then;
import dev.prodigy.model.workflow.OnConflict;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rules of the map stage.
///
/// @param maxParallel attempts at once, from 1
/// @param canary the first items, which decide whether the rest runs, or null
/// @param handlers custom failure handlers by name, with what their success means
public record MapRules(
        int maxParallel,
        ErrorPolicy policy,
        ItemTimeouts timeouts,
        OnConflict onConflict,
        @Nullable CanaryRule canary,
        Map<String, Then> handlers) {
    public MapRules {
        handlers = Map.copyOf(handlers);
    }

    /// Attempts that crashes of the program may cut off before an item is given up (spec 03 §14).
    public static final int MAX_CRASHES = 5;

    /// New attempts after merge conflicts, where `on_conflict: retry` (spec 03 §10).
    public static final int MAX_CONFLICT_RETRIES = 3;
}
