package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A list of values of one shape.
///
/// @param element what its elements are
/// @param alone whether a single element may stand without a list around it
/// @param <T> what an element means
public record Lists<T>(Shape<T> element, boolean alone) implements Shape<List<T>> {

    /// @return a list
    public static <T> Lists<T> of(Shape<T> element) {
        return new Lists<>(element, false);
    }

    /// @return a list, or one element
    public static <T> Lists<T> oneOrMany(Shape<T> element) {
        return new Lists<>(element, true);
    }

    @Override
    public @Nullable List<T> read(Node node, Place place) {
        if (node instanceof Node.Sequence sequence) {
            place.refuseTag(node);
            var elements = new ArrayList<T>(sequence.items().size());
            for (int i = 0; i < sequence.items().size(); i++) {
                var value = element.read(sequence.items().get(i), place.index(i));
                if (value != null) {
                    elements.add(value);
                }
            }
            return elements;
        }
        if (!alone) {
            place.mismatch(node, expects());
            return null;
        }
        var only = element.read(node, place);
        return only == null ? null : List.of(only);
    }

    @Override
    public String expects() {
        return alone ? element.expects() + ", or a list" : "a list";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var each = element.schema(definitions);
        return alone ? Schemas.anyOf(each, Schemas.listOf(each)) : Schemas.listOf(each);
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var elements = node.elements();
        return new Value.Items(
                elements.stream().map(each -> element.normal(each, decoding)).toList());
    }
}
