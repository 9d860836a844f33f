package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.AsWritten;
import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.policy.Jitter;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `jitter`: a boolean, a kind, or `{kind, factor}` (spec 02 §3.2).
final class JitterShape implements Shape<JitterShape.Written> {
    /// @param factor null = not written here
    record Written(Jitter.Kind kind, @Nullable Double factor) {}

    static final Shape<Written> JITTER = new JitterShape();
    static final Shape<Double> FACTOR = Numbers.between(0, 1);

    private static final Words<Jitter.Kind> KIND =
            Words.of("kind of jitter", List.of(Jitter.Kind.values()), Jitter.Kind::word);
    private static final Key<Jitter.Kind> KIND_KEY =
            Key.of("kind", KIND, "How a wait is spread.").byDefault("symmetric");
    private static final Key<Double> FACTOR_KEY = Key.of("factor", FACTOR, "The spread of symmetric, 0 to 1.");
    private static final Keyed<Written> MAP = Keyed.of(
            "a jitter",
            Unknown.ERROR,
            KeySet.of(KIND_KEY, FACTOR_KEY),
            entries -> new Written(entries.get(KIND_KEY, Jitter.Kind.SYMMETRIC), entries.get(FACTOR_KEY)));

    private static final Shape<Jitter.Kind> WORD = new Given<>(
            new ScalarShape<>(
                    "true, false or a kind of jitter",
                    Schemas.anyOf(Booleans.BOOLEAN.schema(new Definitions()), KIND.schema(new Definitions())),
                    JitterShape::word,
                    kind -> Value.of(kind.word())),
            "true");

    /// The JSON Schema of the kind that goes with one backoff only.
    static final Value.Fields DECORRELATED = decorrelated();

    private JitterShape() {}

    private static Value.Fields decorrelated() {
        var word = Schemas.of("const", KIND.written(Jitter.Kind.DECORRELATED));
        return Schemas.anyOf(word, Schemas.mapWith(KIND_KEY.name(), word));
    }

    @Override
    public @Nullable Written read(Node node, Place place) {
        return switch (node) {
            case Node.Mapping map -> MAP.read(map, place);
            case Node.Scalar scalar -> named(WORD.read(scalar, place));
            case Node.Sequence list -> named(KIND.read(list, place));
        };
    }

    private static @Nullable Written named(Jitter.@Nullable Kind kind) {
        return kind == null ? null : new Written(kind, null);
    }

    /// A boolean counts in quotes too (spec 01 §1, "Scalars").
    private static Jitter.@Nullable Kind word(Node.Scalar scalar, Place place) {
        return switch (scalar.text()) {
            case "true", "True", "TRUE" -> Jitter.Kind.SYMMETRIC;
            case "false", "False", "FALSE" -> Jitter.Kind.NONE;
            default -> KIND.read(scalar, place);
        };
    }

    @Override
    public String expects() {
        return "true, false, a kind of jitter or {kind, factor}";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.anyOf(WORD.schema(definitions), MAP.schema(definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        if (AsWritten.isOpen(node)) {
            return AsWritten.of(node);
        }
        var written = read(node, Place.silent());
        if (written == null) {
            return Value.Null.NULL;
        }
        return written(written.kind(), written.factor());
    }

    /// @return how jitter is written; where there is none its factor is not said
    static Value written(Jitter jitter) {
        return written(jitter.kind(), jitter.kind() == Jitter.Kind.NONE ? null : jitter.factor());
    }

    private static Value written(Jitter.Kind kind, @Nullable Double factor) {
        return new FieldsWriter()
                .put(KIND_KEY.name(), kind.word())
                .put(FACTOR_KEY.name(), factor == null ? null : Value.of(factor))
                .done();
    }
}
