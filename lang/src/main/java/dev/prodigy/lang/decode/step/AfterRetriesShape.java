package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `retry_config.on_failure`: `stop`, `continue`, or a fallback (spec 02 §3.7).
final class AfterRetriesShape implements Shape<AfterRetries> {
    static final AfterRetriesShape AFTER_RETRIES = new AfterRetriesShape();

    static final String FALLBACK = "fallback";
    /// A map with `fallback` is no handler.
    static final Value.Fields ABSENT = Schemas.not(Schemas.required(FALLBACK));

    private static final String STOP = "stop";
    private static final String CONTINUE = "continue";

    /// The JSON Schema of each of these forms, whatever the fallback is.
    static final Value.Fields SAID =
            Schemas.anyOf(Schemas.words(List.of(STOP, CONTINUE)), Schemas.mapWith(FALLBACK, Schemas.ANYTHING));

    private AfterRetriesShape() {}

    /// @return whether a node has one of these forms exactly, as opposed to being a handler
    static boolean fits(Node node) {
        return switch (node) {
            case Node.Scalar word -> word.text().equals(STOP) || word.text().equals(CONTINUE) || isTagged(word);
            case Node.Mapping map ->
                isTagged(map)
                        || (map.entries().size() == 1
                                && map.entries().getFirst().key().equals(FALLBACK));
            case Node.Sequence _ -> false;
        };
    }

    /// @return the fallback of a map, or null where there is none
    static Node.@Nullable Entry entry(Node.Mapping map) {
        return map.entries().stream()
                .filter(entry -> entry.key().equals(FALLBACK))
                .findFirst()
                .orElse(null);
    }

    /// Reports what stands beside a fallback, which takes the place of a handler.
    static void refuseBeside(Node.Mapping map, Place place) {
        var others = map.entries().stream()
                .map(Node.Entry::key)
                .filter(key -> !key.equals(FALLBACK))
                .collect(Collectors.joining(", "));
        var fallback = entry(map);
        place.key(FALLBACK)
                .error(
                        ProblemCode.CONFLICTING_KEYS,
                        fallback == null ? map.span() : fallback.keySpan(),
                        "\"fallback\" stands alone, and here beside " + others,
                        "Write the options into the step of the fallback, or a handler with strategy: fallback.");
        place.decoding().missStep(map);
    }

    private static boolean isTagged(Node node) {
        return FALLBACK.equals(node.tag());
    }

    @Override
    public @Nullable AfterRetries read(Node node, Place place) {
        if (isTagged(node)) {
            return fallback(node.untagged(), place);
        }
        place.refuseTag(node);
        if (node instanceof Node.Scalar word && !word.isNull()) {
            return switch (word.text()) {
                case STOP -> new AfterRetries.Stop();
                case CONTINUE -> new AfterRetries.Continue();
                default -> {
                    place.unknownWord(word, "reaction", List.of(STOP, CONTINUE, FALLBACK));
                    yield null;
                }
            };
        }
        if (fits(node) && node instanceof Node.Mapping map) {
            return fallback(map.entries().getFirst().value(), place.key(FALLBACK));
        }
        if (node instanceof Node.Mapping map
                && map.get(FALLBACK) == null
                && !map.entries().isEmpty()) {
            map.entries().forEach(entry -> place.unknownKey(entry, List.of(FALLBACK)));
            return null;
        }
        place.mismatch(node, expects());
        return null;
    }

    /// @return the word, or null for a fallback
    static @Nullable Value word(AfterRetries meant) {
        return switch (meant) {
            case AfterRetries.Stop _ -> Value.of(STOP);
            case AfterRetries.Continue _ -> Value.of(CONTINUE);
            case AfterRetries.Fallback _ -> null;
        };
    }

    private static @Nullable AfterRetries fallback(Node node, Place place) {
        var step = StepShape.STEP.read(step(node), place.steps(FALLBACK).step(0));
        return step == null ? null : new AfterRetries.Fallback(step);
    }

    /// `{command: x}` is the same as `x`, with options beside it.
    private static Node step(Node node) {
        if (!(node instanceof Node.Mapping map) || !(map.get(LegacyKind.COMMAND) instanceof Node.Scalar command)) {
            return node;
        }
        if (map.entries().size() == 1) {
            return command;
        }
        var kind = StepShape.kindOf(command.text());
        var entries = new ArrayList<Node.Entry>();
        for (var entry : map.entries()) {
            boolean names = entry.key().equals(LegacyKind.COMMAND);
            entries.add(names ? new Node.Entry(kind, entry.keySpan(), command) : entry);
        }
        return new Node.Mapping(entries, map.tag(), map.span());
    }

    @Override
    public String expects() {
        return "stop, continue or {fallback: …}";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var fallback = Schemas.with(
                Schemas.type("object"),
                "properties",
                Schemas.property(
                        FALLBACK, StepShape.STEP.schema(definitions), "Runs once; its result is the step's result."));
        var only = Schemas.with(fallback, "required", Value.ofTexts(List.of(FALLBACK)));
        return Schemas.anyOf(
                Schemas.words(List.of(STOP, CONTINUE)), Schemas.with(only, "additionalProperties", Value.of(false)));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        if (node instanceof Node.Scalar word && !isTagged(word)) {
            return Value.of(word.text());
        }
        var body = isTagged(node)
                ? node.untagged()
                : ((Node.Mapping) node).entries().getFirst().value();
        return Schemas.of(FALLBACK, StepShape.STEP.normal(step(body), decoding));
    }
}
