package dev.prodigy.runtime.world;

import dev.prodigy.engine.environment.SecretValues;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.runtime.process.output.ByteFilter;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What keeps secrets out of everything that a run writes (spec 02 §11). It learns: the value of a
/// secret environment entry is known only when a step evaluates it.
public final class Masking {
    private static final int SHORTEST = 4;

    private final List<String> patterns;
    private final Set<String> values;
    private final Set<String> declaredValues;
    private volatile Redactor redactor;
    private volatile Redactor declared;

    /// @param known values of secrets from the beginning on
    /// @param declared those among them that no file may hold
    /// @param patterns regular expressions of what is masked too
    public Masking(Collection<String> known, Collection<String> declared, List<String> patterns) {
        this.patterns = List.copyOf(patterns);
        this.values = new LinkedHashSet<>(known);
        this.declaredValues = new LinkedHashSet<>(declared);
        this.redactor = Redactor.of(values, patterns);
        this.declared = Redactor.of(declaredValues, List.of());
    }

    /// Masks a value from now on.
    ///
    /// @param isDeclared whether no file may hold it either
    public synchronized void conceal(String value, boolean isDeclared) {
        if (value.length() < SHORTEST) {
            return;
        }
        if (values.add(value)) {
            redactor = Redactor.of(values, patterns);
        }
        if (isDeclared && declaredValues.add(value)) {
            declared = Redactor.of(declaredValues, List.of());
        }
    }

    /// @return all values known by now
    public synchronized SecretValues values() {
        return new SecretValues(values, declaredValues);
    }

    /// @return what masks all values known by now
    public Redactor redactor() {
        return redactor;
    }

    /// @return what knows the declared ones alone
    public Redactor declared() {
        return declared;
    }

    /// @return a filter for an output that begins now
    ByteFilter filter() {
        return new RedactingFilter(redactor.stream());
    }
}
