package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.value.Value;
import java.util.Collection;

/// `secrets.NAME` (spec 01 §7).
record SecretMembers(Secrets secrets) implements Members {
    @Override
    public Binding find(String name) {
        var value = secrets.value(name);
        return value == null
                ? new Binding.Missing("no secret of that name is declared, or it has no value")
                : Binding.data(Value.of(value));
    }

    @Override
    public Collection<String> names() {
        return secrets.names();
    }
}
