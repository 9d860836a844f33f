package dev.prodigy.cli.status;

import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How many steps a run has outside of its items: those of its lists, handlers and bodies of loops not
/// counted.
final class StepCount {
    private static final List<String> PHASES = List.of("setup", "reduce");

    private StepCount() {}

    /// @param workflow the normal form
    /// @param settings what the run was started with, or null
    static int of(Value workflow, Value.@Nullable Fields settings) {
        if (!(workflow instanceof Value.Fields fields)) {
            return 0;
        }
        int passes = passes(settings);
        int count = list(fields.get("commands")) * passes;
        for (var phase : PHASES) {
            var value = fields.get(phase);
            count += value instanceof Value.Fields inner ? list(inner.get("commands")) : list(value);
        }
        return count;
    }

    private static int list(@Nullable Value value) {
        return value instanceof Value.Items(var steps) ? steps.size() : 0;
    }

    private static int passes(Value.@Nullable Fields settings) {
        if (settings == null) {
            return 1;
        }
        int args = Math.max(1, list(settings.get("args")));
        return settings.get("iterations") instanceof Value.Num(var number) ? args * number.intValue() : args;
    }
}
