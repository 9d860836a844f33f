package dev.prodigy.engine.run;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// A rule of a run that a person can change after its start (spec 05 §2.2, §2.7).
public enum RunSetting {
    /// Attempts of items at once: 1 to 1000.
    MAX_PARALLEL(1, 1000, true),
    /// Failed items at which the run stops: from 1.
    MAX_FAILURES(1, Integer.MAX_VALUE, true),
    /// Rate of failures above which the run stops: 0 to 1.
    FAILURE_THRESHOLD(0, 1, false),
    /// The run's own deadline in milliseconds, on the run clock from each start or resume.
    TIMEOUT_MS(1, Long.MAX_VALUE, true);

    private final String key;
    private final BigDecimal least;
    private final BigDecimal most;
    private final boolean isWhole;

    RunSetting(long least, long most, boolean isWhole) {
        this.key = name().toLowerCase(java.util.Locale.ROOT);
        this.least = BigDecimal.valueOf(least);
        this.most = BigDecimal.valueOf(most);
        this.isWhole = isWhole;
    }

    /// @return its name in events, such as `max_parallel`
    public String key() {
        return key;
    }

    /// @return the setting of that name
    public static Optional<RunSetting> of(String key) {
        return Arrays.stream(values()).filter(each -> each.key.equals(key)).findFirst();
    }

    /// @return whether the setting can be that
    public boolean accepts(Value value) {
        return value instanceof Value.Num(var number)
                && number.compareTo(least) >= 0
                && number.compareTo(most) <= 0
                && (!isWhole || number.stripTrailingZeros().scale() <= 0);
    }

    /// @return what an object says about settings; other members, and values that a setting cannot
    ///     have, left out
    public static Map<RunSetting, Value> among(Value.Fields object) {
        var found = new EnumMap<RunSetting, Value>(RunSetting.class);
        object.members()
                .forEach((key, value) ->
                        of(key).filter(each -> each.accepts(value)).ifPresent(each -> found.put(each, value)));
        return found;
    }
}
