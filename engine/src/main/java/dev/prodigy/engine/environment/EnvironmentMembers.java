package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.value.Value;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;

/// `env.NAME`: the effective environment of the step (spec 01 §7).
///
/// @param asking whose plain names stand before what is inherited
/// @param declared the plain names there
record EnvironmentMembers(Scope asking, EnvironmentLayers layers, Supplier<Set<String>> declared) implements Members {
    @Override
    public Binding find(String name) {
        var plain = asking.find(name);
        boolean removed = plain instanceof Binding.Missing && !layers.secrets().lacks(name);
        if (plain instanceof Binding.Present || removed) {
            return plain;
        }
        var inherited = layers.passedOn(false).get(name);
        return inherited == null
                ? new Binding.Missing("the environment has no `" + name + "`")
                : Binding.of(Value.of(inherited), Nature.DATA);
    }

    @Override
    public Collection<String> names() {
        var names = new LinkedHashSet<>(declared.get());
        names.addAll(layers.passedOn(false).keySet());
        return names;
    }

    /// The variables that are inherited, with the values that hold here; entries may be commands that nobody asks for.
    @Override
    public Value whole() {
        return whole(layers.passedOn(false).keySet());
    }
}
