package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;

/// A namespace that is ours, but has nothing to give here or by now (spec 01 §7 "Owned names").
///
/// @param reason why not, such as "no claude step has run yet"
public record NotYet(String reason) implements Members {
    @Override
    public Binding find(String name) {
        return new Binding.Missing(reason);
    }
}
