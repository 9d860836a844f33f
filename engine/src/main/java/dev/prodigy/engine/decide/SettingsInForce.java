package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.value.Value;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The settings that hold for a run: what a person said last, else what the run was begun with (spec 05 §2.7).
///
/// @param begunWith the values that the run was begun with
record SettingsInForce(Map<RunSetting, Value> begunWith) {
    SettingsInForce {
        begunWith = Map.copyOf(begunWith);
    }

    /// @return the settings of a run that follows a plan
    static SettingsInForce of(Plan plan) {
        var values = new EnumMap<RunSetting, Value>(RunSetting.class);
        for (var setting : RunSetting.values()) {
            var value = begunWith(setting, plan);
            if (value != null) {
                values.put(setting, value);
            }
        }
        return new SettingsInForce(values);
    }

    /// @return the value, or null where there is none or it is not known
    @Nullable
    Value of(RunSetting setting, RunState state) {
        var set = state.settings().all().get(setting.key());
        return set == null ? begunWith.get(setting) : set;
    }

    private static @Nullable Value begunWith(RunSetting setting, Plan plan) {
        var map = Optional.ofNullable(plan.map());
        var value = switch (setting) {
            case MAX_PARALLEL -> map.map(rules -> Value.of(rules.maxParallel()));
            case MAX_FAILURES -> map.map(rules -> rules.policy().maxFailures()).map(Value::of);
            case FAILURE_THRESHOLD ->
                map.map(rules -> rules.policy().failureThreshold()).map(Value::of);
            case TIMEOUT_MS -> Optional.ofNullable(plan.limits().own()).map(own -> Value.of(own.toMillis()));
        };
        return value.orElse(null);
    }
}
