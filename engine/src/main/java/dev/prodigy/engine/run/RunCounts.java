package dev.prodigy.engine.run;

import dev.prodigy.engine.item.Counts;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.item.Redriving;
import java.util.stream.StreamSupport;
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
        return ofNoItems(state);
    }

    /// @return the same once nothing of the run is under way: what a redrive did not get to is as failed as it was
    public static @Nullable Counts atEnd(RunState state) {
        var items = state.items();
        return items == null
                ? ofNoItems(state)
                : items.counts().failing(state.redriving() == null ? 0 : open(state.redriving(), items));
    }

    private static int open(Redriving redriving, ItemTable items) {
        return (int) StreamSupport.stream(redriving.left().spliterator(), false)
                .filter(item -> !items.state(item).isFinal())
                .count();
    }

    private static @Nullable Counts ofNoItems(RunState state) {
        var started = state.started();
        return started != null && started.mode().equals("mapreduce") ? NONE_YET : null;
    }
}
