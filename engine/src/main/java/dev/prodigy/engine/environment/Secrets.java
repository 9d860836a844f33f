package dev.prodigy.engine.environment;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The values of the declared secrets. They are in memory only (spec 05 §9).
public final class Secrets {
    /// No secrets.
    public static final Secrets NONE = new Secrets(Map.of());

    private final Map<String, String> values;

    /// Secrets by name.
    public Secrets(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /// @return the declared names
    public Set<String> names() {
        return values.keySet();
    }

    /// @return the value, or null when there is none
    public @Nullable String value(String name) {
        return values.get(name);
    }

    /// @return all values
    Collection<String> values() {
        return values.values();
    }

    /// @return whether a text holds one of the values
    public boolean mentionedIn(String text) {
        return values.values().stream().anyMatch(value -> !value.isEmpty() && text.contains(value));
    }

    /// @return nothing of the values
    @Override
    public String toString() {
        return values.keySet().toString();
    }
}
