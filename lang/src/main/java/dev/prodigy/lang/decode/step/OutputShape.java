package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Patterns;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.Captures.Output;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// One entry of a step's `outputs`: a text, or `{file_pattern: GLOB}` (spec 01 §3).
final class OutputShape implements Shape<Output> {
    static final Shape<Output> OUTPUT = new OutputShape();

    private static final Key<Text> FILE_PATTERN =
            Key.of("file_pattern", Patterns.FILLED_GLOB, "The first changed path, in byte order, that matches.");
    private static final Keyed<Output> MAP = Keyed.<Output>of(
                    "a text, or {file_pattern: GLOB}", Unknown.WARNING, KeySet.of(FILE_PATTERN), entries -> {
                        var glob = entries.required(FILE_PATTERN);
                        return glob == null ? null : new Output.FilePattern(glob);
                    })
            .requiring(FILE_PATTERN);

    private OutputShape() {}

    @Override
    public @Nullable Output read(Node node, Place place) {
        if (node instanceof Node.Mapping) {
            return MAP.read(node, place);
        }
        var text = Texts.TEXT.read(node, place);
        return text == null ? null : new Output.Phrase(text);
    }

    @Override
    public String expects() {
        return MAP.expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.anyOf(Texts.TEXT.schema(definitions), MAP.schema(definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return node instanceof Node.Mapping ? MAP.normal(node, decoding) : Texts.TEXT.normal(node, decoding);
    }
}
