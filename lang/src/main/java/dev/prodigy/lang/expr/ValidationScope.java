package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.value.Value;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// The scope of a parameter's `validation`: the workflow's, with the parameter's value as `value`.
record ValidationScope(Scope workflow, Value value) implements Scope {
    @Override
    public Binding find(String name) {
        return name.equals("value") ? Binding.data(value) : workflow.find(name);
    }

    @Override
    public @Nullable String environment(String name) {
        return workflow.environment(name);
    }

    @Override
    public Collection<String> names() {
        return workflow.names();
    }
}
