package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.step.StepList;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.OnConflict;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is done about a merge conflict (spec 03 §10): a word, steps, or `{commands, max_rounds}`.
///
/// @param words the words that are no steps
record OnConflictShape(Map<String, OnConflict> words) implements Shape<OnConflict> {
    /// Of items.
    static final OnConflictShape OF_ITEMS = new OnConflictShape(
            Map.of("fail", new OnConflict.Fail(), "dlq", new OnConflict.Fail(), "retry", new OnConflict.Retry()));

    /// Of the merge phase, which has nothing to retry.
    static final OnConflictShape OF_MERGE = new OnConflictShape(Map.of());

    private static final int ROUNDS = 2;
    private static final Key<List<Step>> COMMANDS = Key.of(
                    "commands", StepList.named("on_conflict"), "Steps that resolve it where the merge is in progress.")
            .or("steps");
    private static final Key<Integer> MAX_ROUNDS = Key.of(
                    "max_rounds", Numbers.integer(1, 100), "How often they may try.")
            .byDefault(ROUNDS);
    /// The keys of a map with such steps.
    static final KeySet KEYS = KeySet.of(COMMANDS, MAX_ROUNDS);

    @Override
    public @Nullable OnConflict read(Node node, Place place) {
        if (node instanceof Node.Scalar word && words.containsKey(word.text())) {
            place.refuseTag(word);
            return words.get(word.text());
        }
        if (node instanceof Node.Mapping map && isResolution(map)) {
            place.refuseTag(map);
            var entries = Entries.of(map, KEYS, Unknown.WARNING, place);
            var steps = entries.required(COMMANDS);
            int rounds = entries.get(MAX_ROUNDS, ROUNDS);
            return steps == null ? null : new OnConflict.Resolve(steps, rounds);
        }
        if (node instanceof Node.Scalar word) {
            place.nearMiss(word, "is run as a command", words.keySet());
        }
        var steps = COMMANDS.canonical().read(node, place);
        return steps == null ? null : new OnConflict.Resolve(steps, ROUNDS);
    }

    private static boolean isResolution(Node.Mapping map) {
        return map.get("commands") != null || map.get("steps") != null;
    }

    @Override
    public String expects() {
        return "fail, retry, steps, or {commands: […], max_rounds: n}";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.byKeys(
                List.of("commands", "steps"),
                Keyed.schema(KEYS, Unknown.WARNING, List.of(COMMANDS), definitions),
                COMMANDS.canonical().schema(definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return switch (node) {
            case Node.Scalar word
            when words.containsKey(word.text()) -> Value.of(word.text().equals("dlq") ? "fail" : word.text());
            case Node.Mapping map when isResolution(map) -> Keyed.normal(map, KEYS, decoding);
            case Node.Scalar _, Node.Sequence _, Node.Mapping _ ->
                Schemas.with(
                        Schemas.of(COMMANDS.name(), COMMANDS.canonical().normal(node, decoding)),
                        MAX_ROUNDS.name(),
                        Value.of(ROUNDS));
        };
    }
}
