package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import java.util.Collection;
import java.util.Map;

/// A namespace that is ours, but has nothing to give here or by now (spec 01 §7 "Owned names").
///
/// @param reason why not, such as "no claude step has run yet"
/// @param known members that have a value all the same, such as the files that no step has changed yet
public record NotYet(String reason, Map<String, Binding> known) implements Members {
    public NotYet {
        known = Map.copyOf(known);
    }

    /// A namespace without any value.
    public NotYet(String reason) {
        this(reason, Map.of());
    }

    @Override
    public Binding find(String name) {
        var value = known.get(name);
        return value == null ? new Binding.Missing(reason) : value;
    }

    @Override
    public Collection<String> names() {
        return known.keySet();
    }
}
