package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// How one kind of value is written in a workflow file, in all its spellings: what reads it, what its JSON Schema is,
/// and what its one canonical spelling looks like.
///
/// @param <T> what it means
public interface Shape<T> {

    /// Reads a value and reports everything that is wrong with it.
    ///
    /// @return null when nothing usable is written; then at least one error has been reported
    @Nullable
    T read(Node node, Place place);

    /// @return what a message says was expected, such as `a duration such as 30s`
    String expects();

    /// @return the JSON Schema of every spelling
    Value.Fields schema(Definitions definitions);

    /// @param node one that {@link #read} accepted without errors
    /// @return its canonical spelling with all defaults filled in, as JSON
    default Value normal(Node node, Decoding decoding) {
        return DataValue.of(node);
    }
}
