package dev.prodigy.engine.run;

import dev.prodigy.engine.item.Counts;
import org.jspecify.annotations.Nullable;

/// What a run's result says of its items (spec 00, "Output").
public final class RunCounts {
    private static final Counts NONE_YET = new Counts(0, 0, 0, 0);

    private RunCounts() {}

    /// @return where the items are, all zero before their list is loaded; null for a run of another mode
    public static @Nullable Counts of(RunState state) {
        var items = state.items();
        if (items != null) {
            return items.counts();
        }
        var started = state.started();
        return started != null && started.mode().equals("mapreduce") ? NONE_YET : null;
    }
}
