package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ScalarShape;
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
import java.util.Objects;
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

    private static final List<String> OFF = List.of("none", "false", "False", "FALSE");
    private static final String EXPECTS = "a retry block, a number of attempts, or false";

    /// A block that is no map.
    private static final Shape<RetryBlock> BARE = new Given<>(
            new ScalarShape<>(
                    EXPECTS,
                    Schemas.anyOf(
                            Attempts.ATTEMPTS.schema(new Definitions()),
                            Schemas.of("const", Value.of(false)),
                            Schemas.words(OFF)),
                    RetryShape::bare,
                    block -> block.off() ? Value.of(false) : Value.of(Objects.requireNonNull(block.attempts()))),
            "3");

    @Override
    public @Nullable T read(Node node, Place place) {
        if (node instanceof Node.Mapping map) {
            place.refuseTag(node);
            var entries = Entries.of(map, keys, Unknown.ERROR, misplaced(map, place), place);
            var block = full.apply(entries);
            entries.finish();
            return block;
        }
        var block = BARE.read(node, place);
        return block == null ? null : plain.apply(block);
    }

    private static @Nullable RetryBlock bare(Node.Scalar scalar, Place place) {
        if (isOff(scalar)) {
            return RetryBlock.OFF;
        }
        if (Numbers.number(scalar) == null) {
            place.mismatch(scalar, EXPECTS);
            return null;
        }
        var attempts = Attempts.ATTEMPTS.read(scalar, place);
        return attempts == null ? null : RetryBlock.ofAttempts(attempts);
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

    /// A boolean counts in quotes too (spec 01 §1, "Scalars").
    private static boolean isOff(Node.Scalar scalar) {
        return OFF.contains(scalar.text());
    }

    @Override
    public String expects() {
        return EXPECTS;
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var map = Keyed.schema(keys, Unknown.ERROR, List.of(), definitions);
        return Schemas.anyOf(Schemas.also(map, List.of(RetryKeys.FITTING_JITTER)), BARE.schema(definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        if (node instanceof Node.Mapping map) {
            return Keyed.written(map, keys, decoding);
        }
        var scalar = (Node.Scalar) node;
        if (Settings.isPlaceholder(scalar)) {
            return BARE.normal(scalar, decoding);
        }
        return isOff(scalar) ? Value.of(false) : Keyed.written(attempts(scalar), keys, decoding);
    }

    private static Node.Mapping attempts(Node.Scalar number) {
        return new Node.Mapping(List.of(new Node.Entry("attempts", number.span(), number)), null, number.span());
    }
}
