package dev.prodigy.cli.config;

import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;

/// Values of the configuration as they may be shown.
final class Shown {
    private static final Value MASK = Value.of(Unstored.MASK);

    private Shown() {}

    /// @return the value, what has a secret name in it masked
    static Value masked(ConfigKey key, Value value) {
        return SecretNames.STANDARD.contains(key.path()) ? MASK : inside(value);
    }

    private static Value inside(Value value) {
        if (!(value instanceof Value.Fields(var members))) {
            return value;
        }
        var masked = new LinkedHashMap<String, Value>();
        members.forEach((name, each) -> masked.put(name, SecretNames.STANDARD.contains(name) ? MASK : inside(each)));
        return new Value.Fields(masked);
    }
}
