package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.AsWritten;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.policy.Backoff;
import dev.prodigy.model.policy.BackoffBlock;
import dev.prodigy.model.policy.BackoffBlock.Strategy;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `backoff` in every spelling of spec 02 §3.3: a name, a list of delays, `{name: …}`, `{type: name, …}`, `!name …`.
public final class Backoffs implements Shape<BackoffBlock> {
    /// The only instance.
    public static final Backoffs BACKOFF = new Backoffs();

    private static final String EXPECTS = "a backoff such as exponential, {fixed: 5s} or a list of delays";
    private static final Words<Strategy> STRATEGY =
            Words.of("backoff strategy", List.of(Strategy.values()), Strategy::word);
    private static final String TYPE_NAME = "type";
    private static final Key<Strategy> TYPE = Key.of(TYPE_NAME, STRATEGY, "The strategy's name.");
    private static final Key<Duration> INITIAL = Key.of("initial", Durations.DELAY, "The first wait.")
            .or("initial_ms", Durations.DELAY_MS)
            .or("initial_delay")
            .or("initial_delay_ms", Durations.DELAY_MS);
    private static final Key<Duration> DELAY = Key.of("delay", Durations.DELAY, "Every wait.")
            .or("delay_ms", Durations.DELAY_MS)
            .or("initial")
            .or("initial_ms", Durations.DELAY_MS)
            .or("initial_delay")
            .or("initial_delay_ms", Durations.DELAY_MS);
    private static final Key<Duration> INCREMENT = Key.of(
                    "increment", Durations.DELAY, "By how much each wait is longer; without it, by the first wait.")
            .or("increment_ms", Durations.DELAY_MS);
    private static final Key<Double> BASE = Key.of(
                    "base", Numbers.between(1, Double.MAX_VALUE), "The factor between waits.")
            .or("multiplier");
    private static final Key<List<Duration>> DELAYS = Key.of(
                    "delays", Lists.of(Durations.DELAY), "The waits in order; behind them max_delay.")
            .or("delays_ms", Lists.of(Durations.DELAY_MS));

    /// The JSON Schema of every spelling of exponential backoff.
    static final Value.Fields EXPONENTIAL = exponential();

    private Backoffs() {}

    private static Value.Fields exponential() {
        var word = STRATEGY.written(Strategy.EXPONENTIAL);
        var named = Schemas.of("const", word);
        return Schemas.anyOf(
                named,
                Schemas.mapWith(Strategy.EXPONENTIAL.word(), Schemas.ANYTHING),
                Schemas.mapWith(TYPE_NAME, named));
    }

    @Override
    public @Nullable BackoffBlock read(Node node, Place place) {
        var tag = node.tag();
        if (tag != null) {
            var strategy = STRATEGY.find(tag);
            if (strategy == null) {
                place.refuseTag(node);
                return null;
            }
            return body(strategy, node, place);
        }
        return switch (node) {
            case Node.Scalar scalar
            when !scalar.isNull() -> {
                var strategy = STRATEGY.read(scalar, place);
                yield strategy == null ? null : BackoffBlock.of(strategy);
            }
            case Node.Scalar nothing -> mismatch(nothing, place);
            case Node.Sequence delays -> body(Strategy.CUSTOM, delays, place);
            case Node.Mapping map -> map(map, place);
        };
    }

    private static @Nullable BackoffBlock map(Node.Mapping map, Place place) {
        var type = map.get(TYPE_NAME);
        if (type != null) {
            var strategy = STRATEGY.read(type, place.key(TYPE_NAME));
            return strategy == null ? null : parameters(strategy, map, place);
        }
        if (map.entries().size() != 1) {
            return mismatch(map, place);
        }
        var only = map.entries().getFirst();
        var strategy = STRATEGY.find(only.key());
        if (strategy == null) {
            var name = new Node.Scalar(only.key(), Node.Kind.STRING, Node.Style.PLAIN, null, only.keySpan());
            return STRATEGY.read(name, place.key(only.key())) == null ? null : BackoffBlock.of(Strategy.NONE);
        }
        place.refuseTag(only.value());
        return body(strategy, only.value(), place.key(only.key()));
    }

    /// What stands behind a strategy's name.
    private static @Nullable BackoffBlock body(Strategy strategy, Node node, Place place) {
        return switch (node) {
            case Node.Mapping map -> parameters(strategy, map, place);
            case Node.Scalar scalar when scalar.isNull() || scalar.text().isEmpty() -> BackoffBlock.of(strategy);
            case Node.Scalar scalar
            when strategy == Strategy.FIXED -> {
                var delay = Durations.DELAY.read(scalar.untagged(), place);
                yield delay == null ? null : new BackoffBlock(strategy, delay, null, null, null);
            }
            case Node.Sequence list
            when strategy == Strategy.CUSTOM -> {
                var delays = Lists.of(Durations.DELAY).read(new Node.Sequence(list.items(), null, list.span()), place);
                yield new BackoffBlock(strategy, null, null, null, delays);
            }
            case Node.Scalar other -> mismatch(other, place);
            case Node.Sequence other -> mismatch(other, place);
        };
    }

    private static BackoffBlock parameters(Strategy strategy, Node.Mapping map, Place place) {
        var entries = Entries.of(map, keys(strategy), Unknown.ERROR, place);
        var block = new BackoffBlock(
                strategy,
                entries.get(strategy == Strategy.FIXED ? DELAY : INITIAL),
                entries.get(INCREMENT),
                entries.get(BASE),
                entries.get(DELAYS));
        entries.finish();
        return block;
    }

    private static KeySet keys(Strategy strategy) {
        return switch (strategy) {
            case NONE -> KeySet.of(TYPE);
            case FIXED -> KeySet.of(TYPE, DELAY);
            case LINEAR -> KeySet.of(TYPE, INITIAL, INCREMENT);
            case EXPONENTIAL -> KeySet.of(TYPE, INITIAL, BASE);
            case FIBONACCI -> KeySet.of(TYPE, INITIAL);
            case CUSTOM -> KeySet.of(TYPE, DELAYS);
        };
    }

    private static @Nullable BackoffBlock mismatch(Node node, Place place) {
        place.error(ProblemCode.INVALID_VALUE, node.span(), "expected " + EXPECTS + ", found " + node.describe());
        return null;
    }

    @Override
    public String expects() {
        return EXPECTS;
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return definitions.reference("backoff", () -> {
            var forms = new ArrayList<Value>();
            var delays = Lists.of(Durations.DELAY).schema(definitions);
            forms.add(STRATEGY.schema(definitions));
            forms.add(delays);
            for (var strategy : Strategy.values()) {
                var parameters = Keyed.schema(keys(strategy), Unknown.ERROR, List.of(), definitions);
                var body = new ArrayList<Value>(List.of(parameters, Schemas.NOTHING));
                if (strategy == Strategy.FIXED) {
                    body.add(Durations.DELAY.schema(definitions));
                } else if (strategy == Strategy.CUSTOM) {
                    body.add(delays);
                }
                forms.add(onlyKey(strategy.word(), Schemas.anyOf(body)));
                forms.add(typed(strategy, parameters));
            }
            return Schemas.anyOf(forms);
        });
    }

    private static Value.Fields onlyKey(String key, Value.Fields body) {
        var properties =
                Schemas.with(Schemas.type("object"), "properties", Schemas.property(key, body, "How the waits grow."));
        var required = Schemas.with(properties, "required", Value.ofTexts(List.of(key)));
        return Schemas.with(required, "additionalProperties", Value.of(false));
    }

    private static Value.Fields typed(Strategy strategy, Value.Fields parameters) {
        var type = Schemas.of("properties", Schemas.of(TYPE_NAME, Schemas.of("const", Value.of(strategy.word()))));
        var required = Schemas.of("required", Value.ofTexts(List.of(TYPE_NAME)));
        return Schemas.of("allOf", new Value.Items(List.of(parameters, type, required)));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        if (AsWritten.isOpen(node)) {
            return AsWritten.of(node);
        }
        var block = read(node, Place.silent());
        return block == null ? Value.Null.NULL : written(block);
    }

    /// @param dialect whose waits they are: those of items begin one increment later (spec 02 §3.4)
    /// @return how a strategy is written with all its parameters
    static Value written(Backoff backoff, Dialect dialect) {
        return written(
                switch (backoff) {
                    case Backoff.None() -> BackoffBlock.of(Strategy.NONE);
                    case Backoff.Fixed(var delay) -> new BackoffBlock(Strategy.FIXED, delay, null, null, null);
                    case Backoff.Linear(var first, var increment) ->
                        new BackoffBlock(
                                Strategy.LINEAR,
                                dialect == Dialect.ITEM ? first.minus(increment) : first,
                                increment,
                                null,
                                null);
                    case Backoff.Exponential(var initial, var base) ->
                        new BackoffBlock(Strategy.EXPONENTIAL, initial, null, base, null);
                    case Backoff.Fibonacci(var initial) ->
                        new BackoffBlock(Strategy.FIBONACCI, initial, null, null, null);
                    case Backoff.Custom(var delays, var _) ->
                        new BackoffBlock(Strategy.CUSTOM, null, null, null, delays);
                });
    }

    /// @param written a strategy with all its parameters
    /// @param initial the placeholder that gives its first wait
    /// @return the same with the placeholder in it, without an increment that is the first wait; null where the
    ///     placeholder has no place in it
    static @Nullable Value beginning(Value written, Value initial) {
        if (!(written instanceof Value.Fields(var strategies))
                || strategies.size() != 1
                || !(strategies.values().iterator().next() instanceof Value.Fields(var parameters))) {
            return null;
        }
        var members = new LinkedHashMap<>(parameters);
        var name = members.containsKey(DELAY.name()) ? DELAY.name() : INITIAL.name();
        var before = members.replace(name, initial);
        if (before == null) {
            return null;
        }
        if (before.equals(members.get(INCREMENT.name()))) {
            members.remove(INCREMENT.name());
        }
        return new Value.Fields(Map.of(strategies.keySet().iterator().next(), new Value.Fields(members)));
    }

    private static Value written(BackoffBlock block) {
        var parameters = new FieldsWriter();
        var initial = block.strategy() == Strategy.FIXED ? DELAY : INITIAL;
        if (block.initial() != null) {
            parameters.put(initial.name(), Durations.format(block.initial()));
        }
        if (block.increment() != null) {
            parameters.put(INCREMENT.name(), Durations.format(block.increment()));
        }
        if (block.base() != null) {
            parameters.put(BASE.name(), Value.of(block.base()));
        }
        if (block.delays() != null) {
            parameters.put(
                    DELAYS.name(),
                    block.delays().stream().map(Durations::format).toList());
        }
        return new FieldsWriter()
                .put(block.strategy().word(), parameters.done())
                .done();
    }
}
