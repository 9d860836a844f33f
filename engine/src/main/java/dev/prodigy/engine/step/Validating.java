package dev.prodigy.engine.step;

import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.result.CodeFence;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Occasion;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.step.result.Product;
import dev.prodigy.engine.step.result.StepResult;
import dev.prodigy.engine.step.result.Trace;
import dev.prodigy.engine.step.text.Texts;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.jsonschema.JsonSchema;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks how complete a step's work is, and lets a handler complete it (spec 01 §6): behind the executions of a
/// step that has the option, and as the execution of a step that only validates.
final class Validating {
    private static final String NAMESPACE = "validation";
    /// A JSON object, or a code fence with one.
    private static final Pattern MEANT_AS_DOCUMENT =
            Pattern.compile("\\A\\uFEFF?\\s*\\{|^[ \\t]*(?:```|~~~)[`~]*\\w*\\s*\\{", Pattern.MULTILINE);

    private final Validation validation;
    private final StepCycles cycles;
    private final Frame frame;
    private final Occasion.Stage checking;
    private final Occasion.Stage completing;
    private final StepResult result;
    private int rounds;

    private Validating(
            Validation validation,
            StepCycles cycles,
            Frame frame,
            Occasion.Stage checking,
            Occasion.Stage completing,
            StepResult result) {
        this.validation = validation;
        this.cycles = cycles;
        this.frame = frame;
        this.checking = checking;
        this.completing = completing;
        this.result = result;
    }

    /// @return the validation of what a step's executions have come to
    static Validating behind(StepResult executed, Validation validation, StepCycles cycles) {
        return new Validating(
                validation, cycles, cycles.frame(), Occasion.Stage.VALIDATE, Occasion.Stage.ON_INCOMPLETE, executed);
    }

    /// @param inside the execution
    /// @return the validation that is a step's execution itself
    static Validating alone(Validation validation, StepCycles cycles, Frame inside) {
        var nothing = new StepResult(
                Outcome.SUCCEEDED, Product.NONE, null, StepResult.Gain.NONE, cycles.effort(), List.of(), false);
        return new Validating(validation, cycles, inside, Occasion.Stage.CHECK, Occasion.Stage.COMPLETE, nothing);
    }

    /// What the checks limit together, from when on.
    ///
    /// @param each of every check, or null for none
    /// @param used of the first check by an earlier process
    record Limit(@Nullable Duration each, Duration used) {
        /// There is none.
        static final Limit NONE = new Limit(null, Duration.ZERO);

        private Deadline at(Duration worked) {
            return Deadline.in(each, TimeoutScope.ATTEMPT, worked.minus(used));
        }

        private Limit anew() {
            return new Limit(each, Duration.ZERO);
        }
    }

    /// What the last check has found.
    ///
    /// @param overdue the limit that ended it, or null
    /// @param handlerError of the handler that was to complete the work and failed, or null
    /// @param trace what the check left
    record Verdict(
            ValidationReport report,
            @Nullable Deadline overdue,
            @Nullable ErrorRecord handlerError,
            Trace trace) {
        boolean isComplete() {
            return overdue == null && handlerError == null && report.isComplete();
        }

        /// @return why the step failed
        ErrorRecord error() {
            var error = overdue == null ? Failures.incomplete(report.message()) : Failures.timeout(overdue);
            return handlerError == null ? error : Failures.both(error, handlerError);
        }
    }

    /// @return whether this is what a step failed with because its work is incomplete
    static boolean isIncomplete(ErrorRecord error, Step step) {
        return error.code().equals(Failures.INCOMPLETE)
                && step.label().equals(error.origin().nodeId());
    }

    /// @param resumed where an earlier process was in the validation, or null
    /// @return the step's result, failed or tolerated where its work stays incomplete
    StepResult result(@Nullable Occasion resumed) throws Cut {
        int most = cycles.maxAttempts();
        var made = Retries.at(Math.min(result.attempts(), most), most);
        try {
            var verdict = judge(resumed, Limit.NONE);
            if (verdict.isComplete()) {
                return result;
            }
            var error = evident(verdict.error().with(made), verdict.trace());
            return result.as(accepts(error) ? Outcome.TOLERATED : Outcome.FAILED, error);
        } catch (Refused e) {
            return result.as(Outcome.FAILED, evident(e.error().with(made), Trace.NONE));
        }
    }

    /// @return whether the handler has worked on it, in this process or an earlier one
    boolean wasCompleted() {
        return rounds > 0;
    }

    /// The executions themselves were good: what they left is the evidence, where that was in this process.
    private ErrorRecord evident(ErrorRecord error, Trace check) {
        return cycles.placed(result.product().trace().or(check).of(error));
    }

    /// @return whether the author accepts work that stays incomplete; a typing error is never accepted
    boolean accepts(ErrorRecord error) {
        var handler = validation.onIncomplete();
        return handler != null && !handler.failWorkflow() && error.category() != Category.DEFINITION;
    }

    /// Checks, and lets the handler complete the work, until it is complete or the rounds are used up. A handler that
    /// was cut off in an earlier process goes on: what was found then holds, whatever it has done since.
    ///
    /// @param resumed where an earlier process was in the validation, or null
    /// @throws Refused where a text of the validation, or of a step that checks, has no value
    Verdict judge(@Nullable Occasion resumed, Limit limit) throws Refused, Cut {
        rounds = resumed == null ? 0 : resumed.roundsMade();
        var found = resumed != null && resumed.stage() == completing
                ? resumed.result().gain().left().namespaces().get(NAMESPACE)
                : null;
        var verdict = check(rounds, limit);
        var handler = validation.onIncomplete();
        ErrorRecord handlerError = null;
        while ((found != null || !verdict.isComplete()) && handler != null && rounds < handler.maxAttempts()) {
            rounds++;
            cycles.leave(NAMESPACE, found == null ? verdict.report().members(rounds) : found);
            found = null;
            var handled = complete(handler, rounds);
            handlerError = handled.error();
            if (handlerError != null) {
                break;
            }
            verdict = check(rounds, limit.anew());
        }
        return new Verdict(verdict.report(), verdict.overdue(), handlerError, verdict.trace());
    }

    private ListResult complete(Validation.OnIncomplete handler, int round) throws Cut {
        var tree = frame.world().tree();
        var mark = handler.commitRequired() ? tree.mark() : null;
        var occasion = cycles.occasion(completing, round, result);
        var handled = cycles.react(frame, occasion, "on_failure", handler.steps(), Deadline.NEVER);
        cycles.keep(handled, handler.captures());
        return cycles.owedCommits().judged(handled, "on_incomplete", frame, occasion, mark);
    }

    private Verdict check(int round, Limit limit) throws Refused, Cut {
        var worked = frame.world().worked();
        var together = Deadline.in(validation.timeout(), TimeoutScope.STEP, worked);
        var own = limit.at(worked);
        var occasion = cycles.occasion(checking, round, result);
        var run = cycles.react(frame, occasion, "validate", validation.commands(), own.nearest(together));
        // a typing error says nothing about the work (spec 01 §4, 2)
        if (run.error() != null && run.error().category() == Category.DEFINITION) {
            throw new Refused(run.error());
        }
        var output = run.last().output();
        var document = document(output);
        var violation = violation(document);
        var failed = run.isGood() && isToldByDocument(document) ? null : failedCommand(run);
        var objection = failed == null ? objection(document, violation, output) : "a command of it failed: " + failed;
        boolean counts = failed == null && violation == null;
        var report = new ValidationReport(
                counts ? completion(document, objection) : Completion.failed(objection),
                validation.threshold(),
                document,
                output);
        cycles.leave(NAMESPACE, report.members(round));
        if (counts && !isToldByDocument(document)) {
            warnOfDocument(output);
        }
        boolean late = !run.isGood() && own.hasPassed(frame.world().worked());
        return new Verdict(report, late ? own : null, null, run.trace());
    }

    /// Else the exit codes tell.
    private boolean isToldByDocument(@Nullable Value document) {
        return document != null || validation.resultFile() != null || validation.expectedSchema() != null;
    }

    /// A command whose failure is tolerated did not exit 0 either.
    ///
    /// @return why the command failed that ended the list, else the first that failed; null where none did
    private static @Nullable String failedCommand(ListResult run) {
        if (run.error() != null) {
            return run.error().message();
        }
        for (var each : run.ended()) {
            var error = each.result().error();
            var code = each.result().product().exitCode();
            if (error != null) {
                return error.message();
            }
            if (each.result().outcome() != Outcome.SKIPPED && code != null && code != 0) {
                return "exit status " + code;
            }
        }
        return null;
    }

    private @Nullable Value document(String output) throws Refused, Cut {
        if (validation.resultFile() == null) {
            return Json.tryParse(CodeFence.without(output)) instanceof Value.Fields fields ? fields : null;
        }
        var text = cycles.freshResult();
        return text == null ? null : Json.tryParse(text);
    }

    /// @return what keeps the document from being as the author demands, or null
    private @Nullable String objection(@Nullable Value document, @Nullable String violation, String output)
            throws Refused, Cut {
        var file = validation.resultFile();
        if (file != null && !(document instanceof Value.Fields)) {
            return "result_file `" + file + "` " + unread(cycles.freshResult());
        }
        return file == null && document == null && validation.expectedSchema() != null
                ? "the output of its last command " + unread(CodeFence.without(output))
                : violation;
    }

    /// What was meant to be a document and is none would go for complete work unnoticed.
    private void warnOfDocument(String output) throws Cut {
        var text = CodeFence.without(output);
        if (MEANT_AS_DOCUMENT.matcher(output.strip()).find() || Json.tryParse(text) instanceof Value.Items) {
            var message = "step `" + cycles.step().label()
                    + "`: the output of its validation looks like a document and " + unread(text)
                    + "; it counts as complete because every command exited 0";
            frame.world().record(frame.context(), new RunEvent.WarningRaised("VALIDATION_NO_DOCUMENT", message));
        }
    }

    private static String unread(@Nullable String text) {
        if (text == null) {
            return "was not written since the step began";
        }
        var fault = Json.fault(text);
        return fault == null ? "holds no JSON object" : "is not JSON: " + fault;
    }

    private @Nullable String violation(@Nullable Value document) throws Refused, Cut {
        var schema = schema();
        var violation = schema == null || document == null ? null : JsonSchema.objection(schema, document);
        return violation == null ? null : "its document breaks expected_schema: " + violation;
    }

    /// What placeholders gave was not looked at when the file was read.
    private @Nullable Value schema() throws Refused, Cut {
        var written = validation.expectedSchema();
        if (written == null) {
            return null;
        }
        var schema = Texts.of(frame).data(written).value();
        var problem = JsonSchema.problem(schema);
        if (problem != null) {
            throw new Refused(Failures.definition("INVALID_VALUE", "expected_schema is no JSON Schema: " + problem));
        }
        return schema;
    }

    private Completion completion(@Nullable Value document, @Nullable String objection) {
        if (!isToldByDocument(document)) {
            return Completion.WHOLE;
        }
        return document instanceof Value.Fields fields ? Completion.toldBy(fields) : Completion.failed(objection);
    }
}
