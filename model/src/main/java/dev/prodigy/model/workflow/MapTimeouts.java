package dev.prodigy.model.workflow;

import dev.prodigy.model.text.Setting;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The limits of an item and of its steps (spec 02 §10).
///
/// @param agent an item from its first start to its end, or null
/// @param policy which of the limits hold
/// @param commands step kind, or kind with an index such as `claude_0`, → limit of each execution
/// @param action what becomes of an item that ran out of time, or null for `on_item_failure`
/// @param grace time between TERM and KILL
/// @param monitor whether a warning is raised at 80 %
public record MapTimeouts(
        @Nullable Setting<Duration> agent,
        Policy policy,
        Map<String, Duration> commands,
        @Nullable Action action,
        Duration grace,
        boolean monitor) {

    /// Which limits hold.
    public enum Policy {
        PER_AGENT,
        PER_COMMAND,
        HYBRID
    }

    /// What becomes of an item that ran out of time.
    public enum Action {
        DLQ,
        SKIP,
        FAIL,
        GRACEFUL_TERMINATE
    }

    public static final MapTimeouts NONE =
            new MapTimeouts(null, Policy.PER_AGENT, Map.of(), null, Duration.ofSeconds(5), true);
}
