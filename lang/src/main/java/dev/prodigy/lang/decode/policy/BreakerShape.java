package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.policy.BreakerBlock;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.Matchers;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `circuit_breaker`: a map, or `false` to remove an inherited one (spec 02 §7).
public final class BreakerShape implements Shape<BreakerBlock> {
    /// The only instance.
    public static final Shape<BreakerBlock> BREAKER = new BreakerShape();

    private static final Shape<Integer> COUNT = Numbers.integer(1, Integer.MAX_VALUE);
    private static final Key<Integer> FAILURE_THRESHOLD = Key.of(
                    "failure_threshold", COUNT, "Consecutive counting failures that open it.")
            .byDefault(5);
    private static final Key<Integer> SUCCESS_THRESHOLD = Key.of(
                    "success_threshold", COUNT, "Successes in half-open that close it.")
            .byDefault(3);
    private static final Key<Duration> TIMEOUT = Key.of("timeout", Durations.POSITIVE, "Time open.")
            .or("timeout_ms", Durations.POSITIVE_MS)
            .byDefault("30s");
    private static final Key<Integer> HALF_OPEN_REQUESTS = Key.of(
                    "half_open_requests", COUNT, "Probes in flight at once while half-open.")
            .byDefault(3);
    private static final Words<OnOpen> ON_OPEN_WORDS = Words.of("on_open", OnOpen.class);
    private static final Key<OnOpen> ON_OPEN =
            Key.of("on_open", ON_OPEN_WORDS, "What a request meets that is not admitted.");
    private static final Key<Matchers> TRIPS_ON = Key.of("trips_on", MatcherShape.list(), "Which failures count.");
    private static final Key<String> KEY =
            Key.of("key", Given.text(Texts.STRING, null), "Breakers with one key are one; by default the step's path.");
    private static final KeySet KEYS =
            KeySet.of(FAILURE_THRESHOLD, SUCCESS_THRESHOLD, TIMEOUT, HALF_OPEN_REQUESTS, ON_OPEN, TRIPS_ON, KEY);

    private BreakerShape() {}

    @Override
    public @Nullable BreakerBlock read(Node node, Place place) {
        place.refuseTag(node);
        if (isOff(node)) {
            return BreakerBlock.OFF;
        }
        if (!(node instanceof Node.Mapping map)) {
            place.mismatch(node, expects());
            return null;
        }
        var entries = Entries.of(map, KEYS, Unknown.ERROR, place);
        return new BreakerBlock(
                false,
                entries.get(FAILURE_THRESHOLD),
                entries.get(SUCCESS_THRESHOLD),
                entries.get(TIMEOUT),
                entries.get(HALF_OPEN_REQUESTS),
                entries.get(ON_OPEN),
                entries.get(TRIPS_ON),
                entries.get(KEY));
    }

    /// @return the block that means a policy, with every field written that it has
    public static Value.Fields written(BreakerPolicy policy) {
        var matchers = policy.tripsOn();
        return new FieldsWriter()
                .put(FAILURE_THRESHOLD.name(), policy.failureThreshold())
                .put(SUCCESS_THRESHOLD.name(), policy.successThreshold())
                .put(TIMEOUT.name(), Durations.format(policy.timeout()))
                .put(HALF_OPEN_REQUESTS.name(), policy.halfOpenRequests())
                .put(ON_OPEN.name(), ON_OPEN_WORDS.written(policy.onOpen()))
                .put(TRIPS_ON.name(), matchers == null ? null : matchers.toValue())
                .put(KEY.name(), policy.key() == null ? null : Value.of(policy.key()))
                .done();
    }

    private static boolean isOff(Node node) {
        return node instanceof Node.Scalar scalar
                && scalar.kind() == Node.Kind.BOOLEAN
                && scalar.text().equalsIgnoreCase("false");
    }

    @Override
    public String expects() {
        return "a circuit breaker, or false";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.anyOf(
                Keyed.schema(KEYS, Unknown.ERROR, List.of(), definitions), Schemas.of("const", Value.of(false)));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return node instanceof Node.Mapping map ? Keyed.written(map, KEYS, decoding) : Value.of(false);
    }
}
