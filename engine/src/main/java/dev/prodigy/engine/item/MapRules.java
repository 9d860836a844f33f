package dev.prodigy.engine.item;

import dev.prodigy.engine.limit.FailureLimits;
import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.workflow.MapTimeouts;
import dev.prodigy.model.workflow.OnConflict;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The rules of the map stage.
///
/// @param maxParallel attempts at once, from 1
/// @param agentLimit an item from its first start to its end, or null
/// @param timeoutAction what becomes of an item that ran out of time, or null for the policy's disposition
public record MapRules(
        int maxParallel,
        ErrorPolicy policy,
        @Nullable Duration agentLimit,
        MapTimeouts.@Nullable Action timeoutAction,
        OnConflict onConflict,
        FailureLimits limits) {

    /// @return rules with the limits of their policy
    public static MapRules of(
            int maxParallel,
            ErrorPolicy policy,
            @Nullable Duration agentLimit,
            MapTimeouts.@Nullable Action timeoutAction,
            OnConflict onConflict) {
        return new MapRules(maxParallel, policy, agentLimit, timeoutAction, onConflict, new FailureLimits(policy));
    }

    /// Attempts that crashes of the program may cut off before an item is given up (spec 03 §14).
    public static final int MAX_CRASHES = 5;

    /// New attempts after merge conflicts, where `on_conflict: retry` (spec 03 §10).
    public static final int MAX_CONFLICT_RETRIES = 3;
}
