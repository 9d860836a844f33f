package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.AsWritten;
import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Captures.Streams;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// `capture_streams`: a word, a list of words, or a map of booleans (spec 01 §3).
final class StreamsShape implements Shape<Streams> {
    static final Shape<Streams> STREAMS = new StreamsShape();

    private enum Word {
        STDOUT,
        STDERR,
        BOTH
    }

    private static final Lists<Word> WORDS = Lists.oneOrMany(Words.of("stream", Word.class));
    private static final Key<Boolean> STDOUT = member("stdout", true);
    private static final Key<Boolean> STDERR = member("stderr", false);
    private static final Key<Boolean> EXIT_CODE = member("exit_code", true);
    private static final Key<Boolean> SUCCESS = member("success", true);
    private static final Key<Boolean> DURATION = member("duration", true);
    private static final Keyed<Streams> MAP = Keyed.of(
            "stdout, stderr, both, a list, or a map of booleans",
            Unknown.WARNING,
            KeySet.of(STDOUT, STDERR, EXIT_CODE, SUCCESS, DURATION),
            entries -> new Streams(
                    entries.get(STDOUT, true),
                    entries.get(STDERR, false),
                    entries.get(EXIT_CODE, true),
                    entries.get(SUCCESS, true),
                    entries.get(DURATION, true)));

    private StreamsShape() {}

    private static Key<Boolean> member(String name, boolean byDefault) {
        return Key.of(name, Booleans.BOOLEAN, "Whether " + name + " is captured.")
                .byDefault(byDefault);
    }

    @Override
    public @Nullable Streams read(Node node, Place place) {
        if (node instanceof Node.Mapping) {
            return MAP.read(node, place);
        }
        var words = WORDS.read(node, place);
        if (words == null) {
            return null;
        }
        if (node instanceof Node.Sequence list && list.items().isEmpty()) {
            var hint = "Name stdout, stderr or both, or leave the key out: then it is stdout.";
            place.error(ProblemCode.INVALID_VALUE, node.span(), "the captured value would be made of nothing", hint);
            return null;
        }
        boolean both = words.contains(Word.BOTH);
        return new Streams(both || words.contains(Word.STDOUT), both || words.contains(Word.STDERR), true, true, true);
    }

    @Override
    public String expects() {
        return MAP.expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var word = WORDS.element().schema(definitions);
        var words = Schemas.with(Schemas.listOf(word), "minItems", Value.of(1));
        return Schemas.anyOf(word, words, MAP.schema(definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        if (AsWritten.isOpen(node)) {
            return AsWritten.of(node);
        }
        var streams = read(node, Place.silent());
        return streams == null
                ? Value.Null.NULL
                : new FieldsWriter()
                        .put(STDOUT.name(), streams.stdout())
                        .put(STDERR.name(), streams.stderr())
                        .put(EXIT_CODE.name(), streams.exitCode())
                        .put(SUCCESS.name(), streams.success())
                        .put(DURATION.name(), streams.duration())
                        .done();
    }
}
