package dev.prodigy.engine.environment;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The values of the declared secrets. They are in memory only (spec 05 §9).
public final class Secrets {
    /// No secrets.
    public static final Secrets NONE = new Secrets(Map.of(), Set.of(), SecretValues.NONE);

    private final Map<String, String> values;
    private final Set<String> absent;
    private final SecretValues further;

    /// Secrets by name.
    ///
    /// @param absent names that are declared and need no value, and have none
    /// @param further values that have no name here and are secret all the same: those of a caller, and of
    ///     workflows that will be called
    public Secrets(Map<String, String> values, Set<String> absent, SecretValues further) {
        this.values = Map.copyOf(values);
        this.absent = Set.copyOf(absent);
        this.further = further;
    }

    /// @return the names of those that have a value
    public Set<String> names() {
        return values.keySet();
    }

    /// @return whether the name is declared and has no value: it is the workflow's all the same (spec 01 §7)
    public boolean lacks(String name) {
        return absent.contains(name);
    }

    /// @return the values of those that have a name here
    public Set<String> declared() {
        return Set.copyOf(values.values());
    }

    /// @return the value, or null when there is none
    public @Nullable String value(String name) {
        return values.get(name);
    }

    /// @return all values
    public Collection<String> values() {
        var all = new HashSet<>(values.values());
        all.addAll(further.masked());
        return all;
    }

    /// @return those of them that no file and no item may hold
    public Collection<String> kept() {
        var all = new HashSet<>(values.values());
        all.addAll(further.declared());
        return all;
    }

    /// @return the same, and values that became known later
    public Secrets with(SecretValues more) {
        return new Secrets(values, absent, further.with(more));
    }

    /// @return nothing of the values
    @Override
    public String toString() {
        return values.keySet().toString();
    }
}
