package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.value.Value;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The settings that hold for a run: what a person said last, else what the run was begun with (spec 05 §2.7).
///
/// @param plan null for a run that nothing executes
record SettingsInForce(@Nullable Plan plan) {
    /// Nothing is known but what people said.
    static final SettingsInForce UNPLANNED = new SettingsInForce(null);

    /// @return the value, or null where there is none or it is not known
    @Nullable
    Value of(RunSetting setting, RunState state) {
        var set = state.settings().get(setting.key());
        return set != null || plan == null ? set : begunWith(setting, plan);
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
