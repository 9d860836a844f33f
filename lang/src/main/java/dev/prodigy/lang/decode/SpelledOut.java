package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.OpenSettings;

/// What a variable gives for a setting, read as if it stood in the file in the variable's place (spec 01 §1,
/// "Scalars").
///
/// @param shape of the literal
/// @param isText whether what nobody declares stays as it is
public record SpelledOut(Shape<?> shape, boolean isText) implements OpenSettings.Literal {
    @Override
    public boolean allows(String text) {
        var scalar = new Node.Scalar(text, Node.Kind.STRING, Node.Style.DOUBLE_QUOTED, null, Span.startOf(""));
        return shape.read(scalar, Place.silent()) != null;
    }

    @Override
    public String expects() {
        return shape.expects();
    }
}
