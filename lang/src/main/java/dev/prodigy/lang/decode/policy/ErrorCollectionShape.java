package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.AsWritten;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.policy.ErrorCollection;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `error_collection`: `aggregate`, `immediate`, or `batched` in any of its spellings (spec 02 §4).
final class ErrorCollectionShape implements Shape<ErrorCollection> {
    static final Shape<ErrorCollection> ERROR_COLLECTION = new ErrorCollectionShape();

    private static final String AGGREGATE = "aggregate";
    private static final String IMMEDIATE = "immediate";
    private static final String BATCHED = "batched";
    private static final String PREFIX = "batched:";
    private static final List<String> WORDS = List.of(AGGREGATE, IMMEDIATE, BATCHED, "batched:N");
    private static final Shape<Integer> COUNT = Numbers.integer(1, Integer.MAX_VALUE);
    private static final Key<Integer> SIZE =
            Key.of("size", COUNT, "Failed items per report.").byDefault(10);
    private static final Keyed<ErrorCollection> SIZED = Keyed.of(
            "{size: N}",
            Unknown.ERROR,
            KeySet.of(SIZE),
            entries -> batched(entries.get(SIZE, ErrorCollection.Batched.DEFAULT_SIZE)));

    private ErrorCollectionShape() {}

    @Override
    public @Nullable ErrorCollection read(Node node, Place place) {
        if (BATCHED.equals(node.tag())) {
            return body(node, place);
        }
        place.refuseTag(node);
        if (node instanceof Node.Mapping map && map.entries().size() == 1) {
            var only = map.entries().getFirst();
            if (only.key().equals(BATCHED)) {
                place.refuseTag(only.value());
                return body(only.value(), place.key(BATCHED));
            }
        }
        if (node instanceof Node.Scalar word && !word.isNull()) {
            return word(word, place);
        }
        place.mismatch(node, expects());
        return null;
    }

    private static @Nullable ErrorCollection body(Node node, Place place) {
        if (node instanceof Node.Mapping) {
            return SIZED.untagged(node, place);
        }
        if (node instanceof Node.Scalar scalar
                && (scalar.isNull() || scalar.text().isEmpty())) {
            return batched(ErrorCollection.Batched.DEFAULT_SIZE);
        }
        return size(node, place);
    }

    private static @Nullable ErrorCollection size(Node node, Place place) {
        if (!(node instanceof Node.Scalar scalar)) {
            place.mismatch(node, COUNT.expects());
            return null;
        }
        var size =
                COUNT.read(new Node.Scalar(scalar.text(), scalar.kind(), scalar.style(), null, scalar.span()), place);
        return size == null ? null : batched(size);
    }

    private static @Nullable ErrorCollection word(Node.Scalar word, Place place) {
        return switch (word.text()) {
            case AGGREGATE -> new ErrorCollection.Aggregate();
            case IMMEDIATE -> new ErrorCollection.Immediate();
            case BATCHED -> batched(ErrorCollection.Batched.DEFAULT_SIZE);
            case String text
            when text.startsWith(PREFIX) -> {
                var number = text.substring(PREFIX.length()).strip();
                yield size(new Node.Scalar(number, Node.Kind.STRING, word.style(), null, word.span()), place);
            }
            default -> {
                place.unknownWord(word, "way to report errors", WORDS);
                yield null;
            }
        };
    }

    private static ErrorCollection batched(int size) {
        return new ErrorCollection.Batched(size);
    }

    @Override
    public String expects() {
        return "one of " + String.join(", ", WORDS);
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var body = Schemas.anyOf(COUNT.schema(definitions), SIZED.schema(definitions), Schemas.NOTHING);
        var map = Schemas.with(
                Schemas.type("object"), "properties", Schemas.property(BATCHED, body, "Failed items in each report."));
        var only = Schemas.with(map, "required", Value.ofTexts(List.of(BATCHED)));
        return Schemas.anyOf(
                Schemas.pattern("^(aggregate|immediate|batched(: *[0-9]+)?)$"),
                Schemas.with(only, "additionalProperties", Value.of(false)));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        if (AsWritten.isOpen(node)) {
            return AsWritten.of(node);
        }
        var collection = read(node, Place.silent());
        return collection == null ? Value.Null.NULL : written(collection);
    }

    /// @return the word of a way to report errors
    static Value written(ErrorCollection collection) {
        return Value.of(
                switch (collection) {
                    case ErrorCollection.Immediate() -> IMMEDIATE;
                    case ErrorCollection.Batched(var size) -> PREFIX + size;
                    case ErrorCollection.Aggregate() -> AGGREGATE;
                });
    }
}
