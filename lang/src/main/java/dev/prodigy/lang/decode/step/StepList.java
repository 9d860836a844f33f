package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A list of steps, or one step without a list around it (spec 01 §1).
///
/// @param name what the list is called in the paths of its steps, such as `do` in `commands[0].do[1]`
/// @param empty whether a list without steps is allowed
public record StepList(String name, boolean empty) implements Shape<List<Step>> {

    /// @return a list with at least one step
    public static StepList named(String name) {
        return new StepList(name, false);
    }

    @Override
    public @Nullable List<Step> read(Node node, Place place) {
        var list = place.steps(name);
        var elements = node.elements();
        if (elements.isEmpty() && !empty) {
            place.error(ProblemCode.MISSING_FIELD, node.span(), "\"" + name + "\" needs at least one step");
            return null;
        }
        var steps = new ArrayList<Step>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            var at = node instanceof Node.Sequence ? list.index(i) : list;
            var step = StepShape.STEP.read(elements.get(i), at.step(i));
            if (step != null) {
                steps.add(step);
            }
        }
        if (node instanceof Node.Sequence) {
            place.refuseTag(node);
        }
        return steps;
    }

    @Override
    public String expects() {
        return "a step or a list of steps";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var step = StepShape.STEP.schema(definitions);
        return Schemas.anyOf(step, empty ? Schemas.listOf(step) : many(definitions));
    }

    /// @return the JSON Schema of a list with at least one step
    static Value.Fields many(Definitions definitions) {
        return Schemas.with(Schemas.listOf(StepShape.STEP.schema(definitions)), "minItems", Value.of(1));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var elements = node.elements();
        return new Value.Items(elements.stream()
                .map(each -> StepShape.STEP.normal(each, decoding))
                .toList());
    }
}
