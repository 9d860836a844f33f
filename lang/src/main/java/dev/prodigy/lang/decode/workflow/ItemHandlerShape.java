package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.decode.policy.OnItemFailureShape;
import dev.prodigy.lang.decode.step.StepList;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemHandler;
import dev.prodigy.model.workflow.ItemHandler.Then;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// `error_policy.handlers`: name → a list of steps, or `{steps, timeout, then}` (spec 02 §5.2).
final class ItemHandlerShape implements Shape<SequencedMap<String, ItemHandler>> {
    static final Shape<SequencedMap<String, ItemHandler>> HANDLERS = new ItemHandlerShape();

    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Key<Duration> TIMEOUT = Key.of("timeout", Durations.SECONDS, "Limit of its steps together.")
            .or("timeout_ms", Durations.POSITIVE_MS)
            .byDefault("10m");
    private static final Key<Then> THEN = Key.of("then", Words.of("then", Then.class), "What its success means.")
            .byDefault("dlq");

    /// What may stand beside a handler's steps.
    static final KeySet BESIDE = KeySet.of(TIMEOUT, THEN);

    private ItemHandlerShape() {}

    @Override
    public @Nullable SequencedMap<String, ItemHandler> read(Node node, Place place) {
        place.refuseTag(node);
        if (!(node instanceof Node.Mapping map)) {
            place.mismatch(node, expects());
            return null;
        }
        var handlers = new LinkedHashMap<String, ItemHandler>();
        for (var entry : map.entries()) {
            var at = place.key(entry.key());
            if (OnItemFailureShape.WORDS.contains(entry.key())) {
                var message = "no handler can be called \"" + entry.key() + "\": on_item_failure has that word";
                at.error(ProblemCode.RESERVED_NAME, entry.keySpan(), message);
            }
            var handler = handler(entry, at.steps("error_policy").steps("handlers"));
            if (handler != null) {
                handlers.put(entry.key(), handler);
            }
        }
        return Collections.unmodifiableSequencedMap(handlers);
    }

    private static @Nullable ItemHandler handler(Node.Entry entry, Place place) {
        if (!(entry.value() instanceof Node.Mapping map) || !isHandler(map)) {
            var steps = StepList.named(entry.key()).read(entry.value(), place);
            return steps == null ? null : new ItemHandler(entry.key(), steps, LIMIT, Then.DLQ);
        }
        place.refuseTag(map);
        var steps = steps(entry.key());
        var entries = Entries.of(map, KeySet.of(steps).and(BESIDE), Unknown.ERROR, place);
        var read = entries.get(steps);
        var timeout = entries.get(TIMEOUT, LIMIT);
        var then = entries.get(THEN, Then.DLQ);
        return read == null ? null : new ItemHandler(entry.key(), read, timeout, then);
    }

    private static boolean isHandler(Node.Mapping map) {
        return map.get("steps") != null || map.get("commands") != null;
    }

    private static Key<List<Step>> steps(String name) {
        return Key.of("steps", StepList.named(name), "The steps.").or("commands");
    }

    @Override
    public String expects() {
        return "a map of handlers";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var steps = steps("handlers");
        return Schemas.mapOf(Schemas.byKeys(
                List.of("commands", "steps"),
                Keyed.schema(KeySet.of(steps).and(BESIDE), Unknown.ERROR, List.of(steps), definitions),
                steps.canonical().schema(definitions)));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var members = new LinkedHashMap<String, Value>();
        for (var entry : ((Node.Mapping) node).entries()) {
            var steps = steps(entry.key());
            var map = entry.value() instanceof Node.Mapping written && isHandler(written)
                    ? written
                    : new Node.Mapping(
                            List.of(new Node.Entry(steps.name(), entry.keySpan(), entry.value())),
                            null,
                            entry.value().span());
            members.put(entry.key(), Keyed.normal(map, KeySet.of(steps).and(BESIDE), decoding));
        }
        return new Value.Fields(members);
    }
}
