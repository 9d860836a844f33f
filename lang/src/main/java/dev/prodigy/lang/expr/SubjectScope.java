package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.value.Value;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// What `${NAME}` means in an expression over fields: a workflow variable, else `item`, `_index`, or a field. Where
/// steps have an item that is a variable; where items are only being chosen `item` is the one that is looked at.
///
/// @param beside what stands beside the subject, and hides its fields
record SubjectScope(Scope workflow, Value subject, long index, Value.Fields beside) implements Scope {
    private static final String ITEM = "item";

    @Override
    public Binding find(String name) {
        var found = workflow.find(name);
        if (name.equals(ITEM)) {
            return found instanceof Binding.Present ? found : Binding.data(subject);
        }
        if (!(found instanceof Binding.NotOwned)) {
            return found;
        }
        var value = switch (name) {
            case "_index" -> Value.of(index);
            default -> Path.of(name).in(beside.get(name) == null ? subject : beside);
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
