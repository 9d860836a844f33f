package dev.prodigy.runtime.run;

import dev.prodigy.engine.item.Counts;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.item.Results;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/// What reduce and merge read as `map.…` (spec 03 §7). Results are read from disk when they are asked for.
final class MapMembers implements Members {
    private final Map<String, Binding> figures = new LinkedHashMap<>();
    private final Results results;

    private MapMembers(Counts counts, Results results) {
        this.results = results;
        put("total", Value.of(counts.total()));
        put("successful", Value.of(counts.successful()));
        put("success_count", Value.of(counts.successful()));
        put("failed", Value.of(counts.failed()));
        put("failure_count", Value.of(counts.failed()));
        put("skipped", Value.of(counts.skipped()));
        put("pending", Value.of(counts.pending()));
        int processed = counts.total() - counts.pending();
        put("failure_rate", rate(counts.failed() + counts.skipped(), processed));
        put("success_rate", rate(counts.successful(), processed));
    }

    static MapMembers of(RunParts run, RunActor actor) {
        var counts = actor.look(MapMembers::counts).join();
        return new MapMembers(counts, new Results(run.folder(), run.id()));
    }

    private static Counts counts(RunState state) {
        var items = state.items();
        return items == null ? new Counts(0, 0, 0, 0) : items.counts();
    }

    @Override
    public Binding find(String name) {
        return switch (name) {
            case "results", "results_json", "results_array" -> Binding.data(results.all());
            case "results_file" -> Binding.data(Value.of(results.file().toString()));
            case "outputs" -> Binding.data(results.outputs());
            default -> figures.getOrDefault(name, Binding.notOwned());
        };
    }

    @Override
    public Collection<String> names() {
        return figures.keySet();
    }

    private void put(String name, Value value) {
        figures.put(name, Binding.data(value));
    }

    /// Half up to four decimals, trailing zeros removed; 0 of nothing (spec 02 §9.1).
    private static Value rate(int part, int whole) {
        return whole == 0
                ? Value.of(0)
                : new Value.Num(BigDecimal.valueOf(part)
                        .divide(BigDecimal.valueOf(whole), 4, RoundingMode.HALF_UP)
                        .stripTrailingZeros());
    }
}
