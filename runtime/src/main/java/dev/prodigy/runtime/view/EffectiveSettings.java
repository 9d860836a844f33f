package dev.prodigy.runtime.view;

import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What holds for a run now: what its workflow says, over that what the command lines of its start and its resumes
/// said, over that what people said while it was going on.
///
/// @param workflow its recorded normal form
/// @param state what its journal comes to
public record EffectiveSettings(Value workflow, RunState state) {
    /// Among the settings of a run: the profile, or that there is none, is its workflow's own word where it began.
    public static final String PROFILE_KEPT = "profile_of_workflow";

    private static final int USUAL_WIDTH = 10;
    private static final String FILLED = "filled";

    /// What placeholders among a workflow's own settings come to is known where it starts: its first event keeps it.
    ///
    /// @param settings of `workflow_started`
    /// @param workflow whose settings are known
    /// @return the settings with what the workflow's come to
    public static Value.Fields withFilled(Value.Fields settings, Workflow workflow) {
        var timeout = Setting.known(workflow.header().timeout());
        var filled = new FieldsWriter()
                .put(RunSetting.TIMEOUT_MS.key(), timeout == null ? null : Long.valueOf(timeout.toMillis()));
        if (workflow instanceof Workflow.MapReduce job) {
            var width = Setting.known(job.map().maxParallel());
            var policy = job.header().errorPolicy();
            filled.put(RunSetting.MAX_PARALLEL.key(), width == null ? null : Long.valueOf(width))
                    .put(
                            RunSetting.MAX_FAILURES.key(),
                            policy.maxFailures() == null ? null : Long.valueOf(policy.maxFailures()))
                    .put(
                            RunSetting.FAILURE_THRESHOLD.key(),
                            policy.failureThreshold() == null ? null : Value.of(policy.failureThreshold()));
        }
        return new FieldsWriter().putAll(settings).put(FILLED, filled.done()).done();
    }

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
            put(settings, RunSetting.MAX_PARALLEL, map.get("max_parallel"));
            settings.putIfAbsent(RunSetting.MAX_PARALLEL.key(), Value.of(USUAL_WIDTH));
            put(settings, RunSetting.MAX_FAILURES, policy("max_failures"));
            put(settings, RunSetting.FAILURE_THRESHOLD, policy("failure_threshold"));
        }
        var timeout = member(workflow, "timeout");
        if (isPlaceholder(timeout)) {
            put(settings, RunSetting.TIMEOUT_MS, timeout);
        } else {
            put(settings, "timeout", timeout);
        }
        var started = state.started();
        if (started != null) {
            settings.put("isolation", Value.of(started.worktree() == null ? "none" : "worktree"));
            put(settings, "target", Value.of(started.target()));
            settings.putAll(started.settings().members());
        }
        settings.putAll(given);
        settings.putAll(state.settings().all());
        settings.remove(FILLED);
        settings.remove(PROFILE_KEPT);
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

    private void put(Map<String, Value> settings, RunSetting setting, @Nullable Value written) {
        var started = state.started();
        var filled = started == null ? null : member(started.settings(), FILLED);
        put(
                settings,
                setting.key(),
                !isPlaceholder(written) ? written : filled == null ? null : member(filled, setting.key()));
    }

    private static boolean isPlaceholder(@Nullable Value written) {
        return written instanceof Value.Text(var text) && text.contains("$");
    }

    private static void put(Map<String, Value> settings, String name, @Nullable Value value) {
        if (value != null) {
            settings.put(name, value);
        }
    }
}
