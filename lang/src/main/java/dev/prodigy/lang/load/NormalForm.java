package dev.prodigy.lang.load;

import dev.prodigy.model.source.Span;
import dev.prodigy.model.value.Value;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A workflow's document in its canonical spelling with every default filled in, and where its parts were written,
/// made when it is first asked for: most who check a workflow never ask. For one thread.
final class NormalForm {
    private final Supplier<Value.Fields> maker;
    private final Supplier<SequencedMap<String, Span>> parts;
    private final Supplier<Value.Fields> templates;
    private Value.@Nullable Fields made;

    NormalForm(
            Supplier<Value.Fields> maker,
            Supplier<SequencedMap<String, Span>> parts,
            Supplier<Value.Fields> templates) {
        this.maker = maker;
        this.parts = parts;
        this.templates = templates;
    }

    /// @return the document, the same each time
    Value.Fields get() {
        if (made == null) {
            made = maker.get();
        }
        return made;
    }

    /// @return what its steps take from templates, in the same spelling, by the templates' names
    Value.Fields templates() {
        return templates.get();
    }

    /// @return where its parts were written, by their paths
    SequencedMap<String, Span> parts() {
        return parts.get();
    }
}
