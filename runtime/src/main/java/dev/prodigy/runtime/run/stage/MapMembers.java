package dev.prodigy.runtime.run.stage;

import dev.prodigy.engine.item.Counts;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.signature.ErrorMetrics;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.item.Results;
import dev.prodigy.runtime.run.actor.RunActor;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/// What reduce and merge read as `map.…` (spec 03 §7). Results are read from disk when they are asked for.
public final class MapMembers implements Members {
    private final Map<String, Binding> figures = new LinkedHashMap<>();
    private final Results results;

    private MapMembers(Counts counts, ErrorMetrics metrics, Results results) {
        this.results = results;
        put("total", Value.of(counts.total()));
        put("successful", Value.of(counts.successful()));
        put("success_count", Value.of(counts.successful()));
        put("failed", Value.of(counts.failed()));
        put("failure_count", Value.of(counts.failed()));
        put("skipped", Value.of(counts.skipped()));
        put("pending", Value.of(counts.pending()));
        put("failure_rate", new Value.Num(metrics.failureRate()));
        put("success_rate", new Value.Num(metrics.successRate()));
        put("error_types", metrics.typesValue());
        put("failure_patterns", metrics.patternsValue());
    }

    /// @return the members as the map phase has left them
    public static MapMembers of(RunParts run, RunActor actor) {
        return actor.look(state -> {
                    var items = state.items() == null ? new ItemTable(0) : state.items();
                    var members = new MapMembers(
                            items.counts(),
                            items.metrics(),
                            new Results(run.folder(), run.programs().logFolder()));
                    members.put("duration_ms", Value.of(state.mapLasted().toMillis()));
                    return members;
                })
                .join();
    }

    @Override
    public Binding find(String name) {
        return switch (name) {
            case "results", "results_json", "results_array" -> results.all();
            case "results_file" -> Binding.data(Value.of(results.file().toString()));
            case "outputs" -> results.outputs();
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
}
