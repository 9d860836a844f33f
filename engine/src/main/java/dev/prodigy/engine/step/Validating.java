package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.jsonschema.JsonSchema;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Checks how complete a step's work is, and lets a handler complete it (spec 01 §6).
final class Validating {
    private static final double COMPLETE = 100;

    private final Step step;
    private final Validation validation;
    private final Frame frame;
    private final StepCycles cycles;
    private final ListRunner lists;

    Validating(Step step, Validation validation, Frame frame, StepCycles cycles, ListRunner lists) {
        this.step = step;
        this.validation = validation;
        this.frame = frame;
        this.cycles = cycles;
        this.lists = lists;
    }

    /// @return the step's result, failed or tolerated where its work stays incomplete
    StepResult of(StepResult result) throws Cut {
        var report = check();
        var handler = validation.onIncomplete();
        int rounds = handler == null ? 0 : handler.maxAttempts();
        for (int round = 1; !report.complete() && handler != null && round <= rounds; round++) {
            publish(report, round);
            var mark = handler.commitRequired() ? frame.world().tree().mark() : null;
            var handled = lists.run(handler.steps(), frame.as("on_failure"));
            boolean missing = mark != null && !frame.world().tree().since(mark).moved();
            if (!handled.isGood() || missing) {
                break;
            }
            report = check();
        }
        publish(report, rounds);
        if (report.complete()) {
            return result;
        }
        var error = Failures.placed(Failures.incomplete(report.message()), step, frame.of(step), frame);
        return result.as(handler != null && !handler.failWorkflow() ? Outcome.TOLERATED : Outcome.FAILED, error);
    }

    private Report check() throws Cut {
        var limit = Texts.of(frame).duration(validation.timeout());
        var within = frame.as("validate")
                .within(Deadline.in(limit, TimeoutScope.STEP, frame.world().now()));
        var run = lists.run(validation.commands(), within);
        var output = run.last().output();
        var document = document(output);
        double completion = completion(run.isGood(), document);
        return new Report(completion, validation.threshold(), run.isGood(), document, output);
    }

    private @Nullable Value document(String output) throws Cut {
        var file = validation.resultFile();
        if (file == null) {
            return Json.tryParse(output.strip()) instanceof Value.Fields fields ? fields : null;
        }
        var text = Texts.of(frame).filePath(file) instanceof Texts.Filled.Good(var path, var _)
                ? cycles.freshFile(Texts.plain(path))
                : null;
        return text == null ? null : Json.tryParse(text);
    }

    private double completion(boolean commandsGood, @Nullable Value document) {
        if (!commandsGood) {
            return 0;
        }
        if (document == null) {
            return validation.resultFile() == null ? COMPLETE : 0;
        }
        var schema = validation.expectedSchema();
        if (!(document instanceof Value.Fields fields)
                || Value.of("failed").equals(fields.get("status"))
                || (schema != null && !JsonSchema.accepts(schema, document))) {
            return 0;
        }
        for (var name : List.of("completion_percentage", "score")) {
            if (fields.get(name) instanceof Value.Num(var number)) {
                double percent = number.doubleValue();
                return percent < 0 || percent > COMPLETE ? 0 : percent;
            }
        }
        if (fields.get("complete") instanceof Value.Bool complete) {
            return complete.isTrue() ? COMPLETE : 0;
        }
        return Value.of("complete").equals(fields.get("status")) ? COMPLETE : 0;
    }

    private void publish(Report report, int round) {
        frame.variables().namespace("validation", report.members(round));
    }

    /// What a check found.
    private record Report(
            double completion,
            double threshold,
            boolean commandsGood,
            @Nullable Value document,
            String output) {

        boolean complete() {
            return completion >= threshold;
        }

        String message() {
            return "validation is incomplete: " + number(completion) + " of " + number(threshold) + " percent";
        }

        Members members(int round) {
            var members = new LinkedHashMap<String, Binding>();
            if (document instanceof Value.Fields(Map<String, Value> own)) {
                own.forEach((name, value) -> members.put(name, Binding.data(value)));
            }
            var missing = document instanceof Value.Fields fields ? fields.get("missing") : null;
            var missingTexts = missing instanceof Value.Items(var values)
                    ? values.stream()
                            .map(each -> each instanceof Value.Text(var text) ? text : Json.write(each))
                            .toList()
                    : missing instanceof Value.Text(var text) ? List.of(text) : List.<String>of();
            put(members, "completion", Value.of(completion));
            put(members, "completion_percentage", Value.of(completion));
            put(members, "complete", Value.of(complete()));
            put(members, "status", Value.of(complete() ? "complete" : commandsGood ? "incomplete" : "failed"));
            put(members, "missing", Value.of(missingTexts.stream().collect(Collectors.joining(", "))));
            put(members, "missing_count", Value.of(missingTexts.size()));
            put(members, "threshold", Value.of(threshold));
            put(members, "attempt_number", Value.of(round));
            put(members, "output", Value.of(output));
            return Members.of(members);
        }

        private static void put(Map<String, Binding> members, String name, Value value) {
            members.put(name, Binding.data(value));
        }

        private static String number(double value) {
            return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
        }
    }
}
