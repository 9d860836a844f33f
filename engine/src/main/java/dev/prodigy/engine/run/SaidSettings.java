package dev.prodigy.engine.run;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a person said about settings after the start, the last word for each: `set` says it for good, the options of
/// a resume for that resume (spec 05 §2.2, §2.7). Only the fold of the journal changes it.
public final class SaidSettings {
    private final Map<String, Value> kept = new LinkedHashMap<>();
    private final Map<String, Value> overrides = new LinkedHashMap<>();

    SaidSettings() {}

    /// From now on it is that, whatever a resume said.
    void set(String key, Value value) {
        kept.put(key, value);
        overrides.remove(key);
    }

    /// What a resume says goes before what was set, and ends with it.
    void takenUp(Map<RunSetting, Value> said) {
        overrides.clear();
        said.forEach((setting, value) -> overrides.put(setting.key(), value));
    }

    /// @return what holds of all that was said
    public Map<String, Value> all() {
        var said = new HashMap<>(kept);
        said.putAll(overrides);
        return Map.copyOf(said);
    }

    /// @return what holds of a setting, or null where nobody said anything of it
    public @Nullable BigDecimal number(RunSetting setting) {
        var key = setting.key();
        return overrides.getOrDefault(key, kept.get(key)) instanceof Value.Num(var number) ? number : null;
    }

    /// @return what holds of a setting for every later resume too, or null
    public @Nullable Value kept(RunSetting setting) {
        return kept.get(setting.key());
    }
}
