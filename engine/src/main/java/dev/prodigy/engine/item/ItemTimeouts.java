package dev.prodigy.engine.item;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.workflow.MapTimeouts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What holds for the time of an item (spec 02 §10).
///
/// @param limit an item from its first start to its end, or null
/// @param perCommand whether limits of single commands take the place of the item's
/// @param action what becomes of an item that ran out of time, or null for the policy's disposition
/// @param monitored whether a warning is raised at 80 % of the limit
public record ItemTimeouts(
        @Nullable Duration limit, boolean perCommand, MapTimeouts.@Nullable Action action, boolean monitored) {
    private static final double NEARLY = 0.8;

    /// No limit.
    public static final ItemTimeouts NONE = new ItemTimeouts(null, false, null, false);

    /// @return whether an item with this final error ran out of time: its own, or that of a command where only
    /// commands have limits
    public boolean isOver(ErrorRecord error) {
        return switch (error.evidence().timeoutScope()) {
            case AGENT -> true;
            case ATTEMPT -> perCommand;
            case null, default -> false;
        };
    }

    /// @return after which time of an item the warning is raised, or null for never
    public @Nullable Duration warnAfter() {
        return limit == null || !monitored ? null : Duration.ofMillis(Math.round(limit.toMillis() * NEARLY));
    }
}
