package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.Validation.OnIncomplete;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `validate.on_incomplete`: a string, a list of steps, or a map (spec 01 §6).
final class OnIncompleteShape implements Shape<OnIncomplete> {
    static final Shape<OnIncomplete> ON_INCOMPLETE = new OnIncompleteShape();

    private static final String LIST = "on_incomplete";
    private static final int ROUNDS = 2;
    private static final Key<Integer> MAX_ATTEMPTS = Key.of(
                    "max_attempts", Numbers.integer(1, 1000), "Rounds of the handler, each with a validation.")
            .byDefault(ROUNDS);
    private static final KeySet WITHOUT_CAPTURE =
            KeySet.of(MAX_ATTEMPTS, HandlerKeys.FAIL_WORKFLOW, HandlerKeys.COMMIT_REQUIRED);
    static final KeySet CONTROL = WITHOUT_CAPTURE.and(KeySet.of(HandlerKeys.CAPTURE));

    private OnIncompleteShape() {}

    @Override
    public @Nullable OnIncomplete read(Node node, Place place) {
        if (!(node instanceof Node.Mapping map)) {
            var steps = StepList.named(LIST).read(node, place);
            return steps == null ? null : new OnIncomplete(steps, ROUNDS, true, false, List.of());
        }
        place.refuseTag(map);
        var handler = HandlerMap.of(map, LIST, control(map), true, place);
        var entries = handler.entries();
        int rounds = entries.get(MAX_ATTEMPTS, ROUNDS);
        boolean failWorkflow = entries.get(HandlerKeys.FAIL_WORKFLOW, true);
        boolean commitRequired = entries.get(HandlerKeys.COMMIT_REQUIRED, false);
        var captures = HandlerKeys.captures(entries);
        entries.finish();
        var steps = handler.steps();
        return steps == null ? null : new OnIncomplete(steps, rounds, failWorkflow, commitRequired, captures);
    }

    /// @param normal of such a handler
    /// @return the same with every default
    static Value.Fields explained(Value normal) {
        return HandlerMap.filledIn(normal, CONTROL, Map.of());
    }

    private static KeySet control(Node.Mapping map) {
        return HandlerKeys.isCaptureOfHandler(map) ? CONTROL : WITHOUT_CAPTURE;
    }

    @Override
    public String expects() {
        return "a step, a list of steps, or a map with steps";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return definitions.reference(LIST, () -> HandlerMap.orSteps(CONTROL, List.of(), definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return node instanceof Node.Mapping map
                ? HandlerMap.normal(map, control(map), decoding)
                : StepList.named(LIST).normal(node, decoding);
    }
}
