package dev.prodigy.engine.step;

import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Occasion;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.step.result.StepResult;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.FailureReaction.Handle;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.step.Step;
import org.jspecify.annotations.Nullable;

/// What follows from a step's executions: validation, handlers with the reruns they cause, tolerance
/// (spec 01 §4–§6).
final class StepReactions {
    private final Step step;
    private final StepCycles cycles;
    private @Nullable Occasion resumed;
    /// Whether a handler failed whose failure no tolerance of the step accepts (spec 01 §5).
    private boolean handlerFatal;

    StepReactions(StepCycles cycles) {
        this.step = cycles.step();
        this.cycles = cycles;
        this.resumed = cycles.resumed();
    }

    StepResult after(StepResult executed) throws Cut {
        if (isDefinition(executed)) {
            return executed;
        }
        var result = checked(executed);
        if (result.outcome() == Outcome.FAILED && !isDefinition(result)) {
            result = stoodIn(executed) ? standing(result, acceptsFailure()) : handled(result);
        }
        if (result.outcome().isSuccess()) {
            result = succeeded(result);
        }
        return result.outcome() == Outcome.FAILED && tolerates(result) && !isDefinition(result)
                ? result.as(Outcome.TOLERATED, result.error())
                : result;
    }

    /// An earlier process may have been in the validation of what a handler had put in the step's place.
    private boolean stoodIn(StepResult executed) {
        return executed.outcome() == Outcome.RECOVERED
                && step.reactions().onFailure() instanceof Handle handle
                && handle.strategy() == Strategy.FALLBACK
                && !(step.options().resilience().afterRetries() instanceof AfterRetries.Fallback);
    }

    private boolean acceptsFailure() {
        return step.reactions().onFailure() instanceof Handle handle && !handle.failWorkflow();
    }

    /// An earlier process may have been in the validation of what was executed, or behind it.
    private StepResult checked(StepResult executed) throws Cut {
        var result = executed;
        if (isResumedAt(Occasion.Stage.FALLBACK_BEHIND_VALIDATION)) {
            result = replaced(executed);
        } else if (!isResumedAt(Occasion.Stage.ON_SUCCESS)) {
            var valid = validated(executed);
            // what took the step's place once is its result
            result = executed.outcome() == Outcome.SUCCEEDED ? replaced(valid) : valid;
        }
        resumed = null;
        return result;
    }

    private boolean isResumedAt(Occasion.Stage stage) {
        return resumed != null && resumed.stage() == stage;
    }

    private StepResult replaced(StepResult validated) throws Cut {
        var error = validated.error();
        return error == null || validated.outcome() != Outcome.FAILED
                ? validated
                : cycles.replacement().fallback(validated, error, Occasion.Stage.FALLBACK_BEHIND_VALIDATION);
    }

    /// A typing error must not look like a handled failure. A round of a loop that goes on failed for itself.
    private static boolean isDefinition(StepResult result) {
        return result.error() != null && result.error().category() == Category.DEFINITION && !result.isAccepted();
    }

    private boolean tolerates(StepResult failed) {
        return !handlerFatal
                && (step.options().continueOnError()
                        || cycles.replacement().afterRetries(failed) instanceof AfterRetries.Continue
                        || failed.isAccepted());
    }

    private StepResult validated(StepResult result) throws Cut {
        var validation = step.reactions().validation();
        if (validation == null || !result.outcome().isSuccess()) {
            return result;
        }
        cycles.publish(result);
        var validating = Validating.behind(result, validation, cycles);
        var valid = validating.result(resumed);
        return validating.wasCompleted() ? committed(valid) : valid;
    }

    /// What took the place of a step whose own work failed is validated like that; where the validation had failed, it
    /// takes the place of that too.
    private StepResult validatedInstead(StepResult instead, ErrorRecord error) throws Cut {
        return instead.outcome() == Outcome.RECOVERED && !isOfValidation(error) ? validated(instead) : instead;
    }

    private boolean isOfValidation(ErrorRecord error) {
        return step.reactions().validation() != null && Validating.isIncomplete(error, step);
    }

    /// What a reaction has made of the files is part of the step's work.
    private StepResult committed(StepResult result) throws Cut {
        if (!result.outcome().isSuccess()) {
            return result;
        }
        var committed = cycles.evidence().committed(result);
        var lack = committed.error();
        return lack == null
                ? committed
                : committed.as(
                        Outcome.FAILED, cycles.placed(lack.with(Retries.at(1, 1).usedUp())));
    }

    private StepResult handled(StepResult failed) throws Cut {
        var error = failed.error();
        var reaction = reactionTo(failed);
        if (error == null || reaction == null) {
            return failed;
        }
        return switch (reaction) {
            case FailureReaction.Ignore _ -> failed;
            case FailureReaction.Tolerate _ -> failed.as(Outcome.TOLERATED, error);
            case FailureReaction.After(AfterRetries after) -> handled(failed, error, after);
            case Handle handle -> handled(failed, error, handle);
        };
    }

    /// Each failure is answered by what is written for its own exit code, that of a rerun too.
    private @Nullable FailureReaction reactionTo(StepResult failed) {
        var byCode = byExitCode(failed);
        return byCode == null ? step.reactions().onFailure() : byCode;
    }

    private @Nullable FailureReaction byExitCode(StepResult failed) {
        return step.reactions().toExitCode(failed.product().exitCode());
    }

    /// What is written at `on_failure` came before the handlers already; this is an exit code's own.
    private StepResult handled(StepResult failed, ErrorRecord error, AfterRetries after) throws Cut {
        if (byExitCode(failed) == null) {
            return failed;
        }
        return switch (after) {
            case AfterRetries.Stop _ -> failed;
            case AfterRetries.Continue _ -> failed.as(Outcome.TOLERATED, error);
            case AfterRetries.Fallback(Step other) ->
                validatedInstead(cycles.replacement().by(other, failed, error, Occasion.Stage.FALLBACK), error);
        };
    }

    private StepResult handled(StepResult first, ErrorRecord firstError, Handle handle) throws Cut {
        var result = first;
        var error = firstError;
        while (true) {
            if (!cycles.hasTime()) {
                return standing(result, !handle.failWorkflow());
            }
            cycles.publish(result);
            var begun = cycles.frame().world().worked();
            var handler = runHandler(handle, result, error);
            if (handler.error() != null) {
                var both = Failures.both(error, handler.error());
                return handlerFailed(handle, result.as(Outcome.FAILED, both));
            }
            if (handle.strategy() == Strategy.FALLBACK) {
                var instead = cycles.replacement().by(handler, result, error, begun);
                if (instead.outcome() != Outcome.RECOVERED) {
                    return handlerFailed(handle, instead);
                }
                var valid = validatedInstead(instead, error);
                return valid.outcome() == Outcome.FAILED ? standing(valid, !handle.failWorkflow()) : valid;
            }
            if (handle.strategy() != Strategy.RECOVERY || cycles.cycles() >= handle.maxAttempts()) {
                return standing(result, !handle.failWorkflow());
            }
            result = rerun();
            error = result.error();
            if (error == null) {
                cycles.recoveredBy("handler");
                return result.as(Outcome.RECOVERED, null);
            }
            if (result.outcome() == Outcome.TOLERATED) {
                return result;
            }
            if (!handle.equals(reactionTo(result))) {
                return isDefinition(result) ? result : handled(result);
            }
            if (isDefinition(result) || cycles.cycles() >= handle.maxAttempts()) {
                return standing(result, !handle.failWorkflow());
            }
        }
    }

    private StepResult rerun() throws Cut {
        var executed = cycles.again();
        resumed = cycles.resumedRerun();
        return checked(executed);
    }

    private static StepResult standing(StepResult failed, boolean tolerated) {
        return tolerated && !isDefinition(failed) ? failed.as(Outcome.TOLERATED, failed.error()) : failed;
    }

    private StepResult handlerFailed(Handle handle, StepResult failed) {
        handlerFatal |= handle.failureFatal();
        return standing(failed, !handle.failWorkflow() && !handle.failureFatal());
    }

    /// A handler sees the error and the failed step's own variables; it reacts only to the step it is
    /// written at.
    private ListResult runHandler(Handle handle, StepResult failed, ErrorRecord error) throws Cut {
        try (var _ = new ErrorInSight(cycles, failed, error)) {
            var role = byExitCode(failed) == null ? "on_failure" : "on_exit_code";
            return run(handle, cycles.occasion(Occasion.Stage.ON_FAILURE, 0, failed), role);
        }
    }

    private ListResult run(Handle handle, Occasion occasion, String role) throws Cut {
        var frame = cycles.frame();
        var within =
                Deadline.in(handle.timeout(), TimeoutScope.STEP, frame.world().worked());
        Tree.Mark mark = handle.commitRequired() ? frame.world().tree().mark() : null;
        var handler = cycles.react(occasion, role, handle.steps(), within);
        cycles.keep(handler, handle.captures());
        return cycles.owedCommits().judged(handler, "the handler", frame, occasion, mark);
    }

    private StepResult succeeded(StepResult result) throws Cut {
        cycles.publish(result);
        var occasion = cycles.occasion(Occasion.Stage.ON_SUCCESS, 0, result);
        var onSuccess = step.reactions().onSuccess();
        var good = cycles.react(occasion, "on_success", onSuccess, Deadline.NEVER);
        Handle handle = null;
        if (good.isGood() && step.reactions().onExitCode().get(0) instanceof Handle extra) {
            good = run(extra, occasion, "on_exit_code");
            handle = extra;
        }
        if (!good.isGood()) {
            var failed = result.as(Outcome.FAILED, good.error());
            return handle == null ? failed : handlerFailed(handle, failed);
        }
        return good.ended().isEmpty() && onSuccess.isEmpty() ? result : committed(result);
    }
}
