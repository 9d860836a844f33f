package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `on_failure` in every shape of spec 01 §5.
///
/// @param list what the handler's list of steps is called in their paths
record FailureReactionShape(String list) implements Shape<FailureReaction> {

    @Override
    public @Nullable FailureReaction read(Node node, Place place) {
        if (AfterRetriesShape.fits(node)) {
            var after = AfterRetriesShape.AFTER_RETRIES.read(node, place);
            return after == null ? null : new FailureReaction.After(after);
        }
        place.refuseTag(node);
        return switch (node) {
            case Node.Scalar scalar
            when scalar.kind() == Node.Kind.BOOLEAN ->
                scalar.text().equalsIgnoreCase("true") ? new FailureReaction.Tolerate() : new FailureReaction.Ignore();
            case Node.Scalar scalar
            when scalar.isNull() -> {
                place.mismatch(scalar, expects());
                yield null;
            }
            case Node.Scalar text -> steps(text, place);
            case Node.Sequence steps -> steps(steps, place);
            case Node.Mapping map
            when AfterRetriesShape.entry(map) != null -> {
                AfterRetriesShape.refuseBeside(map, place);
                yield null;
            }
            case Node.Mapping map -> HandlerKeys.read(map, list, place);
        };
    }

    /// @param normal of the reaction that is meant
    /// @return the same; a handler with every default
    static Value explained(Value normal, FailureReaction meant) {
        return switch (meant) {
            case FailureReaction.Handle handle -> HandlerKeys.explained(normal, handle);
            case FailureReaction.After _, FailureReaction.Tolerate _, FailureReaction.Ignore _ -> normal;
        };
    }

    private @Nullable FailureReaction steps(Node node, Place place) {
        var steps = StepList.named(list).read(node, place);
        return steps == null ? null : HandlerKeys.plain(steps);
    }

    @Override
    public String expects() {
        return "a handler: true, false, stop, continue, a step, or a list of steps";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return definitions.reference("handler", () -> {
            var forms = new ArrayList<Value>();
            forms.add(Schemas.type("boolean"));
            forms.add(AfterRetriesShape.AFTER_RETRIES.schema(definitions));
            forms.add(Texts.STRING.schema(definitions));
            forms.add(StepList.many(definitions));
            var rules = List.<Value>of(HandlerKeys.ONE_COUNT, HandlerKeys.RERUN_TO_RECOVER, AfterRetriesShape.ABSENT);
            forms.addAll(HandlerMap.schemas(HandlerKeys.CONTROL, List.of(), rules, definitions));
            return Schemas.anyOf(forms);
        });
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        if (AfterRetriesShape.fits(node)) {
            return AfterRetriesShape.AFTER_RETRIES.normal(node, decoding);
        }
        return switch (node) {
            case Node.Scalar scalar
            when scalar.kind() == Node.Kind.BOOLEAN -> Value.of(scalar.text().equalsIgnoreCase("true"));
            case Node.Scalar text -> StepList.named(list).normal(text, decoding);
            case Node.Sequence steps -> StepList.named(list).normal(steps, decoding);
            case Node.Mapping map -> HandlerMap.normal(map, HandlerKeys.control(map), decoding);
        };
    }
}
