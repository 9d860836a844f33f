package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.jsonschema.JsonSchema;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `validate`: a string, a list of steps, or a map (spec 01 §6).
final class ValidationShape implements Shape<Validation> {
    static final Shape<Validation> VALIDATION = new ValidationShape();

    private static final double COMPLETE = 100;
    private static final Key<Text> RESULT_FILE = Key.of(
            "result_file", Texts.filled("a path", "an empty path names no file"), "The file with the result document.");
    private static final Key<Double> THRESHOLD = Key.of(
                    "threshold",
                    Numbers.positive(COMPLETE),
                    "Percent from which the work is complete; up to 1: a ratio.")
            .byDefault(100);
    private static final Key<Value> EXPECTED_SCHEMA =
            Key.of("expected_schema", DataShapes.SCHEMA, "JSON Schema that the result document must satisfy.");
    private static final Key<Duration> TIMEOUT = Key.of(
                    "timeout", Given.orNothing(Durations.SECONDS), "Limit of all commands together.")
            .or("timeout_ms", Given.orNothing(Durations.POSITIVE_MS));
    private static final Key<Validation.OnIncomplete> ON_INCOMPLETE =
            Key.of("on_incomplete", OnIncompleteShape.ON_INCOMPLETE, "What runs while the work is incomplete.");
    static final KeySet CONTROL = KeySet.of(RESULT_FILE, THRESHOLD, EXPECTED_SCHEMA, TIMEOUT, ON_INCOMPLETE);

    private ValidationShape() {}

    /// One with placeholders is looked at when they are filled.
    private static @Nullable Data expectedSchema(Entries entries) {
        var schema = entries.get(EXPECTED_SCHEMA);
        if (schema == null) {
            return null;
        }
        var problem = !(schema instanceof Value.Items) && isOpen(schema) ? null : JsonSchema.problem(schema);
        if (problem != null) {
            entries.at(EXPECTED_SCHEMA)
                    .error(ProblemCode.INVALID_VALUE, entries.span(EXPECTED_SCHEMA), "no JSON Schema: " + problem);
        }
        return Data.of(schema, entries.span(EXPECTED_SCHEMA));
    }

    private static boolean isOpen(Value schema) {
        return switch (schema) {
            case Value.Text(var text) -> text.startsWith("$") || text.contains("${");
            case Value.Items(var elements) -> elements.stream().anyMatch(ValidationShape::isOpen);
            case Value.Fields(var members) -> members.values().stream().anyMatch(ValidationShape::isOpen);
            case Value.Num _, Value.Bool _, Value.Null _ -> false;
        };
    }

    @Override
    public @Nullable Validation read(Node node, Place place) {
        if (!(node instanceof Node.Mapping map)) {
            var steps = StepList.named(ValidateKind.NAME).read(node, place);
            return steps == null ? null : new Validation(steps, null, COMPLETE, null, null, null);
        }
        place.refuseTag(map);
        boolean hasFile = map.get(RESULT_FILE.name()) != null;
        var handler = HandlerMap.of(map, ValidateKind.NAME, CONTROL, !hasFile, place);
        var entries = handler.entries();
        var validation = new Validation(
                handler.steps() == null ? List.<Step>of() : handler.steps(),
                entries.get(RESULT_FILE),
                threshold(entries),
                expectedSchema(entries),
                entries.get(TIMEOUT),
                onIncomplete(entries, place));
        entries.finish();
        return handler.steps() == null ? null : validation;
    }

    private static double threshold(Entries entries) {
        double written = entries.get(THRESHOLD, COMPLETE);
        return written <= 1 ? written * COMPLETE : written;
    }

    /// The handler's steps are named after the step, not after the validation's own first step.
    private static Validation.@Nullable OnIncomplete onIncomplete(Entries entries, Place place) {
        var node = entries.take(ON_INCOMPLETE);
        return node == null ? null : OnIncompleteShape.ON_INCOMPLETE.read(node, place.key(ON_INCOMPLETE.name()));
    }

    /// @param normal of a validation
    /// @return the same with every default
    static Value.Fields explained(Value normal) {
        var handler = normal instanceof Value.Fields map ? map.get(ON_INCOMPLETE.name()) : null;
        var filled = HandlerMap.filledIn(normal, CONTROL, Map.of());
        return handler == null
                ? filled
                : Schemas.with(filled, ON_INCOMPLETE.name(), OnIncompleteShape.explained(handler));
    }

    @Override
    public String expects() {
        return "a step, a list of steps, or a map";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return definitions.reference(
                "validation", () -> HandlerMap.orSteps(CONTROL, List.of(RESULT_FILE.name()), definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return node instanceof Node.Mapping map
                ? HandlerMap.normal(map, CONTROL, decoding)
                : StepList.named(ValidateKind.NAME).normal(node, decoding);
    }
}
