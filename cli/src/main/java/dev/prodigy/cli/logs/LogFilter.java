package dev.prodigy.cli.logs;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Values;
import dev.prodigy.model.item.ItemId;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which logs are wanted.
///
/// @param item index from 0, or null for all
/// @param steps their paths, or null for all
record LogFilter(
        @Nullable Integer item,
        @Nullable Set<String> steps,
        @Nullable Integer attempt,
        @Nullable Integer itemAttempt,
        @Nullable String phase,
        @Nullable String stream)
        implements Predicate<LogPlace> {
    static final Option<String> ITEM = Option.value(Values::text, "ITEM", "only those of this item", "--item");
    static final Option<String> STEP = Option.value(
            Values::text, "STEP", "only those of this step: its id, or its path such as commands[0]", "--step");
    private static final Option<Integer> ATTEMPT =
            Option.value(Values::count, "N", "only the step's N-th execution", "--attempt");
    private static final Option<Integer> ITEM_ATTEMPT =
            Option.value(Values::count, "N", "only those of the item's N-th attempt", "--item-attempt");
    private static final Option<String> PHASE = Option.value(
            Values.oneOf("commands", "setup", "map", "reduce", "merge"),
            "P",
            "only those of this phase: commands, setup, map, reduce, merge",
            "--phase");
    private static final Option<String> STREAM = Option.value(
            Values.oneOf("stdout", "stderr", "agent"), "NAME", "only this stream: stdout, stderr or agent", "--stream");

    static final List<Option<?>> OPTIONS = List.of(ITEM, STEP, ATTEMPT, ITEM_ATTEMPT, PHASE, STREAM);

    /// @param item index from 0 of the item that was named, or null
    /// @param steps the paths of the steps that were named, or null
    static LogFilter of(Invocation call, @Nullable Integer item, @Nullable Set<String> steps) {
        return new LogFilter(
                item, steps, call.value(ATTEMPT), call.value(ITEM_ATTEMPT), call.value(PHASE), call.value(STREAM));
    }

    @Override
    public boolean test(LogPlace place) {
        return (item == null || ItemId.index(place.itemId()) == item)
                && (steps == null || steps.contains(place.step()))
                && (attempt == null || attempt == place.attempt())
                && (itemAttempt == null || itemAttempt.equals(place.itemAttempt()))
                && (phase == null || phase.equals(place.phase()))
                && (stream == null || stream.equals(place.stream()));
    }
}
