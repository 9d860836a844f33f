package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Setting;
import org.jspecify.annotations.Nullable;

/// What a variable gives for a setting, read as if it stood in the file in the variable's place (spec 01 §1,
/// "Scalars").
///
/// @param shape of the literal
/// @param isText whether what nobody declares stays as it is
/// @param <T> what it means
public record SpelledOut<T>(Shape<T> shape, boolean isText) implements Setting.Literal<T> {
    @Override
    public @Nullable T read(String text) {
        var bare = shape instanceof Given<T>(var literal, var _, var _) ? literal : shape;
        var scalar = new Node.Scalar(text, Node.Kind.STRING, Node.Style.DOUBLE_QUOTED, null, Span.startOf(""));
        return bare.read(scalar, Place.silent());
    }

    @Override
    public String expects() {
        return shape.expects();
    }
}
