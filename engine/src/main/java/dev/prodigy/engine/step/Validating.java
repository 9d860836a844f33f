package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.jsonschema.JsonSchema;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// Checks how complete a step's work is, and lets a handler complete it (spec 01 §6).
final class Validating {
    private static final String NAMESPACE = "validation";

    private final Validation validation;
    private final StepCycles cycles;

    Validating(Validation validation, StepCycles cycles) {
        this.validation = validation;
        this.cycles = cycles;
    }

    /// @param roundsMade handler rounds that ended in an earlier process
    /// @return the step's result, failed or tolerated where its work stays incomplete
    StepResult of(StepResult executed, int roundsMade) throws Cut {
        try {
            return validated(executed, roundsMade);
        } catch (Refused e) {
            return executed.as(Outcome.FAILED, cycles.placed(e.error()));
        }
    }

    private StepResult validated(StepResult executed, int roundsMade) throws Refused, Cut {
        var result = executed;
        var report = check(result, roundsMade);
        var handler = validation.onIncomplete();
        int rounds = roundsMade;
        while (!report.isComplete() && handler != null && rounds < handler.maxAttempts()) {
            rounds++;
            cycles.leave(NAMESPACE, report.members(rounds));
            var handled = complete(handler, result, rounds);
            result = result.after(handled);
            if (!handled.isGood()) {
                break;
            }
            report = check(result, rounds);
        }
        result = alone() ? result.with(report.product(result.product())) : result;
        if (report.isComplete()) {
            return result;
        }
        int most = cycles.maxAttempts();
        var made = Retries.at(Math.min(result.attempts(), most), most);
        var error = cycles.placed(Failures.incomplete(report.message()).with(made));
        return result.as(handler != null && !handler.failWorkflow() ? Outcome.TOLERATED : Outcome.FAILED, error);
    }

    private boolean alone() {
        return cycles.step().kind() instanceof StepKind.Validate;
    }

    private ListResult complete(Validation.OnIncomplete handler, StepResult result, int round) throws Cut {
        var tree = cycles.frame().world().tree();
        var mark = handler.commitRequired() ? tree.mark() : null;
        var occasion = cycles.occasion(Occasion.Stage.ON_INCOMPLETE, round, result);
        var handled = cycles.react(occasion, "on_failure", handler.steps(), Deadline.NEVER);
        return cycles.owesCommit(handled, occasion, mark)
                ? new ListResult(handled.ended(), Failures.commitMissing("on_incomplete"))
                : handled;
    }

    private ValidationReport check(StepResult result, int round) throws Refused, Cut {
        var frame = cycles.frame();
        var limit = Texts.of(frame).duration(validation.timeout());
        var within = Deadline.in(limit, TimeoutScope.STEP, frame.world().worked());
        var occasion = cycles.occasion(Occasion.Stage.VALIDATE, round, result);
        var run = cycles.react(occasion, "validate", validation.commands(), within);
        var output = run.last().output();
        var document = document(output);
        var error = run.error();
        var objection = error == null ? objection(document) : "a command of it failed: " + error.message();
        var report = new ValidationReport(
                completion(run.isGood(), document), validation.threshold(), document, output, objection);
        cycles.leave(NAMESPACE, report.members(round));
        return report;
    }

    private @Nullable Value document(String output) throws Cut {
        if (validation.resultFile() == null) {
            return Json.tryParse(output.strip()) instanceof Value.Fields fields ? fields : null;
        }
        var text = cycles.freshResult();
        return text == null ? null : Json.tryParse(text);
    }

    /// @return what keeps the document from being as the author demands, or null
    private @Nullable String objection(@Nullable Value document) throws Cut {
        var file = validation.resultFile();
        if (file != null && !(document instanceof Value.Fields)) {
            return "result_file `" + file + "` "
                    + (cycles.freshResult() == null ? "was not written since the step began" : "holds no JSON object");
        }
        return violation(document);
    }

    private @Nullable String violation(@Nullable Value document) {
        var schema = validation.expectedSchema();
        var violation = schema == null || document == null ? null : JsonSchema.objection(schema, document);
        return violation == null ? null : "its document breaks expected_schema: " + violation;
    }

    /// @return percent, or null when the validation failed as a whole
    private @Nullable Double completion(boolean commandsGood, @Nullable Value document) {
        if (!commandsGood) {
            return null;
        }
        var schema = validation.expectedSchema();
        if (document == null && validation.resultFile() == null && schema == null) {
            return ValidationReport.COMPLETE;
        }
        boolean valid = document instanceof Value.Fields && violation(document) == null;
        return valid && document instanceof Value.Fields fields ? ValidationReport.completionOf(fields) : null;
    }
}
