package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.policy.OnItemFailure;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `on_item_failure`: a word, `custom:NAME`, `{custom: NAME}`, `!custom NAME`, or just the name of a handler (spec 02
/// §5.1). Whether the handler exists is checked where the handlers are known.
public final class OnItemFailureShape implements Shape<OnItemFailure> {
    /// The words that are no handler's name.
    public static final List<String> WORDS = List.of("dlq", "retry", "skip", "stop");

    static final Shape<OnItemFailure> ON_ITEM_FAILURE = new OnItemFailureShape();

    private static final String CUSTOM = "custom";
    private static final String PREFIX = "custom:";
    private static final String EXPECTS = "dlq, retry, skip, stop or custom:NAME";

    private OnItemFailureShape() {}

    @Override
    public @Nullable OnItemFailure read(Node node, Place place) {
        if (CUSTOM.equals(node.tag())
                && node instanceof Node.Scalar name
                && !name.text().isEmpty()) {
            return OnItemFailure.custom(name.text());
        }
        place.refuseTag(node);
        if (node instanceof Node.Mapping map
                && map.entries().size() == 1
                && map.get(CUSTOM) instanceof Node.Scalar name
                && !name.isNull()) {
            place.refuseTag(name);
            return OnItemFailure.custom(name.text());
        }
        if (node instanceof Node.Scalar word && !word.isNull()) {
            return word(word.text());
        }
        place.mismatch(node, EXPECTS);
        return null;
    }

    private static OnItemFailure word(String word) {
        return switch (word) {
            case "dlq" -> OnItemFailure.DLQ;
            case "retry" -> OnItemFailure.RETRY;
            case "skip" -> OnItemFailure.SKIP;
            case "stop" -> OnItemFailure.STOP;
            default -> OnItemFailure.custom(word.startsWith(PREFIX) ? word.substring(PREFIX.length()) : word);
        };
    }

    @Override
    public String expects() {
        return EXPECTS;
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var custom = Schemas.of(
                "properties", Schemas.property(CUSTOM, Texts.STRING.schema(definitions), "The name of a handler."));
        var only = Schemas.with(custom, "required", Value.ofTexts(List.of(CUSTOM)));
        return Schemas.anyOf(
                Texts.STRING.schema(definitions),
                Schemas.with(Schemas.with(only, "type", Value.of("object")), "additionalProperties", Value.of(false)));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var failure = read(node, Place.silent());
        if (failure == null) {
            return Value.Null.NULL;
        }
        return failure.retryByDefault() ? Value.of("retry") : written(failure.disposition());
    }

    /// @return the word of what becomes of an item after its last attempt
    static Value written(FailureDisposition disposition) {
        return Value.of(
                switch (disposition) {
                    case FailureDisposition.Dlq() -> "dlq";
                    case FailureDisposition.Skip() -> "skip";
                    case FailureDisposition.Stop() -> "stop";
                    case FailureDisposition.Custom(var handler) -> PREFIX + handler;
                });
    }
}
