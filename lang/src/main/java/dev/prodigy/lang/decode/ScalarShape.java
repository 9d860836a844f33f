package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A value that is written as one scalar.
///
/// @param expects what a message says was expected
/// @param reader makes the meaning; null when it cannot and has reported why
/// @param writer the canonical spelling of a meaning
/// @param <T> what it means
public record ScalarShape<T>(String expects, Value.Fields schema, Reader<T> reader, Function<T, Value> writer)
        implements Shape<T> {

    /// Makes the meaning of a scalar that is written and has no tag.
    public interface Reader<T> {
        /// @return null when it cannot; then an error has been reported
        @Nullable
        T read(Node.Scalar scalar, Place place);
    }

    @Override
    public @Nullable T read(Node node, Place place) {
        place.refuseTag(node);
        if (node instanceof Node.Scalar scalar && !scalar.isNull()) {
            return reader.read(scalar, place);
        }
        place.mismatch(node, expects);
        return null;
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return schema;
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var value = read(node, Place.silent());
        return value == null ? Value.Null.NULL : writer.apply(value);
    }
}
