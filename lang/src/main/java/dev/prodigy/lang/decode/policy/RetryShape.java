package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Settings;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.policy.RetryBlock;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A retry block: a map, a bare number of attempts, or `false` and `none` for one attempt (spec 02 §3.1).
///
/// @param keys what the map may hold at this place
/// @param full makes the meaning of a map
/// @param plain makes the meaning of a block that has only the fields of {@link RetryKeys}
/// @param <T> what the block means at this place
public record RetryShape<T>(KeySet keys, Function<Entries, T> full, Function<RetryBlock, T> plain) implements Shape<T> {
    /// Retries of a whole work item: no `on_failure`, no breaker (spec 02 §3.2).
    public static final RetryShape<RetryBlock> ITEM =
            new RetryShape<>(RetryKeys.KEYS, RetryKeys::block, Function.identity());

    /// What a step's block may hold and an item's may not, and what is written for it.
    private static final Map<String, String> OF_STEPS_ONLY = Map.of(
            "on_failure", "Write on_item_failure in error_policy.",
            "circuit_breaker", "Write circuit_breaker in error_policy.");

    private static final String NONE = "none";
    private static final String EXPECTS = "a retry block, a number of attempts, or false";

    @Override
    public @Nullable T read(Node node, Place place) {
        place.refuseTag(node);
        if (node instanceof Node.Mapping map) {
            var entries = Entries.of(map, keys, Unknown.ERROR, misplaced(map, place), place);
            var block = full.apply(entries);
            entries.finish();
            return block;
        }
        if (!(node instanceof Node.Scalar scalar) || scalar.isNull()) {
            place.mismatch(node, EXPECTS);
            return null;
        }
        if (isOff(scalar)) {
            return plain.apply(RetryBlock.OFF);
        }
        if (Numbers.number(scalar) == null && !Settings.isPlaceholder(scalar)) {
            place.mismatch(scalar, EXPECTS);
            return null;
        }
        var attempts = Attempts.ATTEMPTS.read(scalar, place);
        return attempts == null ? null : plain.apply(RetryBlock.ofAttempts(attempts));
    }

    private Set<String> misplaced(Node.Mapping map, Place place) {
        var misplaced = new HashSet<String>();
        for (var entry : map.entries()) {
            var instead = OF_STEPS_ONLY.get(entry.key());
            if (instead != null && keys.find(entry.key()) == null) {
                misplaced.add(entry.key());
                var message = "unknown key \"" + entry.key() + "\": it belongs to the retries of a step, not of items";
                place.key(entry.key()).error(ProblemCode.UNKNOWN_KEY, entry.keySpan(), message, instead);
            }
        }
        return misplaced;
    }

    private static boolean isOff(Node.Scalar scalar) {
        return scalar.text().equals(NONE)
                || (scalar.kind() == Node.Kind.BOOLEAN && scalar.text().equalsIgnoreCase("false"));
    }

    @Override
    public String expects() {
        return EXPECTS;
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.anyOf(
                Keyed.schema(keys, Unknown.ERROR, List.of(), definitions),
                Attempts.ATTEMPTS.schema(definitions),
                Schemas.of("enum", new Value.Items(List.of(Value.of(false), Value.of(NONE)))));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        if (node instanceof Node.Mapping map) {
            return Keyed.written(map, keys, decoding);
        }
        var scalar = (Node.Scalar) node;
        return isOff(scalar) ? Value.of(false) : Keyed.written(attempts(scalar), keys, decoding);
    }

    private static Node.Mapping attempts(Node.Scalar number) {
        return new Node.Mapping(List.of(new Node.Entry("attempts", number.span(), number)), null, number.span());
    }
}
