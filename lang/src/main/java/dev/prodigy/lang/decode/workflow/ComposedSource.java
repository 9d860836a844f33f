package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;

/// The name or path of another file, as written.
///
/// @param file whether it can only be a file; else a text without `/` and suffix is a template's name
/// @param place where it stands
public record ComposedSource(String text, boolean file, Node.Scalar node, Place place) {
    /// The path or name of a file.
    static final Shape<ComposedSource> FILE = of(true);

    /// The path of a file, or the name of a template.
    static final Shape<ComposedSource> TEMPLATE = of(false);

    private static Shape<ComposedSource> of(boolean file) {
        return new ScalarShape<>(
                "a path or name",
                Texts.SOURCE.schema(new Definitions()),
                (scalar, place) -> new ComposedSource(scalar.text(), file, scalar, place),
                source -> Value.of(source.text()));
    }
}
