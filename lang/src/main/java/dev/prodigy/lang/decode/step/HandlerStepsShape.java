package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Steps without control fields: a step, a string, a list, or a map whose kinds stand side by side.
///
/// @param list what the list is called in the paths of its steps
record HandlerStepsShape(String list) implements Shape<List<Step>> {
    private static final KeySet NO_CONTROL = KeySet.of();

    @Override
    public @Nullable List<Step> read(Node node, Place place) {
        if (!(node instanceof Node.Mapping map)) {
            return StepList.named(list).read(node, place);
        }
        place.refuseTag(map);
        var handler = HandlerMap.of(map, list, NO_CONTROL, true, place);
        handler.entries().finish();
        return handler.steps();
    }

    @Override
    public String expects() {
        return StepList.named(list).expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return definitions.reference("steps", () -> HandlerMap.orSteps(NO_CONTROL, List.of(), definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return node instanceof Node.Mapping map
                ? HandlerMap.normal(map, NO_CONTROL, decoding)
                : StepList.named(list).normal(node, decoding);
    }
}
