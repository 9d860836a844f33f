package dev.prodigy.engine.ledger;

import dev.prodigy.model.event.Context;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which execution site of a step: the same step in another pass or round is another site.
///
/// @param phase `setup`, `commands`, `reduce`, `merge`
/// @param pass of a standard workflow, or null
/// @param round foreach indices, outermost first
public record StepKey(String phase, @Nullable Integer pass, String step, List<Integer> round) {

    /// @return the site an event is about, or null when it is about none outside of items
    public static @Nullable StepKey of(Context context) {
        return context.phase() == null || context.step() == null || context.itemId() != null
                ? null
                : new StepKey(context.phase(), context.pass(), context.step(), context.round());
    }
}
