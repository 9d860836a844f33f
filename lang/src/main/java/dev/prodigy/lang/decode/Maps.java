package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A map whose keys are names that its author chose, in source order.
///
/// @param expects what a message says was expected
/// @param names reports a name that may not stand there
/// @param name the JSON Schema of such names
/// @param element what its values are
/// @param <T> what a value means
public record Maps<T>(String expects, NameRule names, Value.Fields name, Shape<T> element)
        implements Shape<SequencedMap<String, T>> {

    /// What a chosen name must be like.
    public interface NameRule {
        /// Accepts every name.
        NameRule ANY = (_, _) -> {};

        /// Reports the name of an entry when it may not stand there.
        void check(Node.Entry entry, Place place);
    }

    /// @return a map with any names
    public static <T> Maps<T> of(String expects, Shape<T> element) {
        return new Maps<>(expects, NameRule.ANY, Schemas.ANYTHING, element);
    }

    @Override
    public @Nullable SequencedMap<String, T> read(Node node, Place place) {
        place.refuseTag(node);
        if (!(node instanceof Node.Mapping mapping)) {
            place.mismatch(node, expects);
            return null;
        }
        var values = new LinkedHashMap<String, T>();
        for (var entry : mapping.entries()) {
            var at = place.key(entry.key());
            names.check(entry, at);
            var value = element.read(entry.value(), at);
            if (value != null) {
                values.put(entry.key(), value);
            }
        }
        return Collections.unmodifiableSequencedMap(values);
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var map = Schemas.mapOf(element.schema(definitions));
        return name.equals(Schemas.ANYTHING) ? map : Schemas.with(map, "propertyNames", name);
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var members = new LinkedHashMap<String, Value>();
        for (var entry : ((Node.Mapping) node).entries()) {
            members.put(entry.key(), element.normal(entry.value(), decoding));
        }
        return new Value.Fields(members);
    }
}
