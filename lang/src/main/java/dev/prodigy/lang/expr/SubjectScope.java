package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.value.Value;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// What `${NAME}` means in an expression over fields: a workflow variable, else `item`, `_index`, or a field.
record SubjectScope(Scope workflow, Value subject, long index) implements Scope {
    @Override
    public Binding find(String name) {
        var found = workflow.find(name);
        if (!(found instanceof Binding.NotOwned)) {
            return found;
        }
        var value = switch (name) {
            case "item" -> subject;
            case "_index" -> Value.of(index);
            default -> Path.of(name).in(subject);
        };
        return value == null ? found : Binding.data(value);
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
