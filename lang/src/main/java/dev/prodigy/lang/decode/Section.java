package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// A shape in a part of the workflow that the paths of its steps begin with, such as `map` in
/// `map.agent_template[0]`.
///
/// @param name of the part
/// @param inside what stands there
/// @param <T> what it means
public record Section<T>(String name, Shape<T> inside) implements Shape<T> {
    @Override
    public @Nullable T read(Node node, Place place) {
        return inside.read(node, place.steps(name));
    }

    @Override
    public String expects() {
        return inside.expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return inside.schema(definitions);
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return inside.normal(node, decoding);
    }
}
