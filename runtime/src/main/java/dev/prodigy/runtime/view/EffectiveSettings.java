package dev.prodigy.runtime.view;

import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What holds for a run now: what its workflow says, over that what the command lines of its start and its resumes
/// said, over that what people said while it was going on.
///
/// @param workflow its recorded normal form
/// @param state what its journal comes to
public record EffectiveSettings(Value workflow, RunState state) {
    private static final int USUAL_WIDTH = 10;

    /// @return how many items run at once; null where there are no items
    public @Nullable Value maxParallel() {
        return map() == null ? null : toFields(Map.of()).get(RunSetting.MAX_PARALLEL.key());
    }

    /// @param given what command lines said, the last word for each
    /// @return all of them
    public Value.Fields toFields(Map<String, Value> given) {
        var settings = new LinkedHashMap<String, Value>();
        var map = map();
        if (map != null) {
            put(settings, "max_parallel", map.get("max_parallel"), Value.of(USUAL_WIDTH));
            put(settings, "max_failures", policy("max_failures"), null);
            put(settings, "failure_threshold", policy("failure_threshold"), null);
        }
        put(settings, "timeout", member(workflow, "timeout"), null);
        var started = state.started();
        if (started != null) {
            settings.put("isolation", Value.of(started.worktree() == null ? "none" : "worktree"));
            put(settings, "target", Value.of(started.target()), null);
            settings.putAll(started.settings().members());
        }
        settings.putAll(given);
        settings.putAll(state.settings());
        settings.values().removeIf(Value::isNull);
        return new Value.Fields(settings);
    }

    /// @return what a person can change, as far as it is set
    public Map<RunSetting, Value> changeable() {
        var settings = new LinkedHashMap<>(toFields(Map.of()).members());
        var timeout = settings.get("timeout") instanceof Value.Text(var text) ? Durations.parse(text) : null;
        if (timeout != null) {
            settings.putIfAbsent(RunSetting.TIMEOUT_MS.key(), Value.of(timeout.toMillis()));
        }
        return RunSetting.among(new Value.Fields(settings));
    }

    private Value.@Nullable Fields map() {
        return member(workflow, "map") instanceof Value.Fields map ? map : null;
    }

    /// What stands at the map phase counts before what stands at the workflow.
    private @Nullable Value policy(String name) {
        var map = map();
        var inner = map == null ? null : member(map, "error_policy");
        var own = inner == null ? null : member(inner, name);
        var outer = member(workflow, "error_policy");
        return own != null ? own : outer == null ? null : member(outer, name);
    }

    private static @Nullable Value member(Value value, String name) {
        return value instanceof Value.Fields fields ? fields.get(name) : null;
    }

    private static void put(
            Map<String, Value> settings, String name, @Nullable Value value, @Nullable Value otherwise) {
        var known = value == null ? otherwise : value;
        if (known != null) {
            settings.put(name, known);
        }
    }
}
