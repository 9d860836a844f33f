package dev.prodigy.engine.admission;

import dev.prodigy.engine.breaker.Circuit;
import dev.prodigy.model.event.Context;
import org.jspecify.annotations.Nullable;

/// An attempt of a step that wants to be made.
///
/// @param context which step, item and attempt
/// @param circuit the step's breaker, or null
/// @param usesAgent whether the attempt calls an agent, so that its usage limit matters
public record StepRequest(Context context, @Nullable Circuit circuit, boolean usesAgent) {

    /// @return whether it is the first of a step's attempts, which the run-wide retry budget counts
    public boolean isFirst() {
        return context.attempt() == null || context.attempt() == 1;
    }

    /// @return whether the step stands in an item's attempt
    public boolean isInItem() {
        return context.itemId() != null;
    }

    /// @return whether the attempt is a retry, or one of a step outside of items: none of these starts while the
    ///     run is paused, drained or stopped. First attempts of an item's steps belong to the item's attempt
    public boolean isNew() {
        return !isInItem() || !isFirst();
    }
}
