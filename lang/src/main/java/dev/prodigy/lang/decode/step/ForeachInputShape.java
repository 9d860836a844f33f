package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Settings;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// Where the items of a `foreach` come from: a list, one whole placeholder, or a shell command (spec 01 §2).
final class ForeachInputShape implements Shape<ForeachInput> {
    static final Shape<ForeachInput> INPUT = new ForeachInputShape();

    private ForeachInputShape() {}

    @Override
    public @Nullable ForeachInput read(Node node, Place place) {
        return switch (node) {
            case Node.Sequence list -> {
                var elements = Lists.of(DataShapes.DATA).read(list, place);
                yield elements == null ? null : new ForeachInput.Listed(elements);
            }
            case Node.Scalar scalar
            when !scalar.isNull() -> {
                var text = Texts.TEXT.read(scalar, place);
                if (text == null) {
                    yield null;
                }
                yield Settings.isPlaceholder(scalar) ? new ForeachInput.Placed(text) : new ForeachInput.Printed(text);
            }
            case Node.Scalar nothing -> mismatch(nothing, place);
            case Node.Mapping map -> mismatch(map, place);
        };
    }

    private @Nullable ForeachInput mismatch(Node node, Place place) {
        place.mismatch(node, expects());
        return null;
    }

    @Override
    public String expects() {
        return "a list, a placeholder or a shell command";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.anyOf(Texts.TEXT.schema(definitions), Schemas.type("array"));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return node instanceof Node.Sequence
                ? DataShapes.DATA.normal(node, decoding)
                : Texts.TEXT.normal(node, decoding);
    }
}
