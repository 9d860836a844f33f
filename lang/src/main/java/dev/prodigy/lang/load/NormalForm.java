package dev.prodigy.lang.load;

import dev.prodigy.model.value.Value;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A workflow's document in its canonical spelling with every default filled in, made when it is first
/// asked for: most who check a workflow never ask. For one thread.
final class NormalForm {
    private final Supplier<Value.Fields> maker;
    private Value.@Nullable Fields made;

    NormalForm(Supplier<Value.Fields> maker) {
        this.maker = maker;
    }

    /// @return the document, the same each time
    Value.Fields get() {
        if (made == null) {
            made = maker.get();
        }
        return made;
    }
}
