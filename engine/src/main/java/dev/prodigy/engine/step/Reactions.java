package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.FailureReaction.Handle;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What follows from a step's executions: validation, handlers with the reruns they cause, tolerance (spec 01
/// §4–§6).
final class Reactions {
    private final Step step;
    private final Frame frame;
    private final StepCycles cycles;
    private final ListRunner lists;

    Reactions(Step step, Frame frame, StepCycles cycles, ListRunner lists) {
        this.step = step;
        this.frame = frame;
        this.cycles = cycles;
        this.lists = lists;
    }

    StepResult after(StepResult executed) throws Cut {
        if (isDefinition(executed)) {
            return executed;
        }
        var result = validated(executed);
        if (result.outcome() == Outcome.FAILED) {
            result = handled(result);
        }
        if (result.outcome().isSuccess()) {
            result = succeeded(result);
        }
        return result.outcome() == Outcome.FAILED && tolerates() && !isDefinition(result)
                ? result.as(Outcome.TOLERATED, result.error())
                : result;
    }

    /// A typing error must not look like a handled failure.
    private static boolean isDefinition(StepResult result) {
        return result.error() != null && result.error().category() == Category.DEFINITION;
    }

    private boolean tolerates() {
        return step.options().continueOnError()
                || step.options().resilience().afterRetries() instanceof AfterRetries.Continue;
    }

    private StepResult validated(StepResult result) throws Cut {
        var validation = step.reactions().validation();
        if (validation == null || !result.outcome().isSuccess()) {
            return result;
        }
        publish(result);
        return new Validating(step, validation, frame, cycles, lists).of(result);
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
            case FailureReaction.After(AfterRetries.Stop _) -> failed;
            case FailureReaction.After(AfterRetries.Continue _) -> failed.as(Outcome.TOLERATED, error);
            case FailureReaction.After(AfterRetries.Fallback(Step other)) ->
                cycles.replaced(failed, error, List.of(other), "fallback");
            case Handle handle -> handled(failed, error, handle);
        };
    }

    private @Nullable FailureReaction reactionTo(StepResult failed) {
        var code = failed.product().exitCode();
        var byCode =
                code == null || code == 0 ? null : step.reactions().onExitCode().get(code);
        return byCode == null ? step.reactions().onFailure() : byCode;
    }

    private StepResult handled(StepResult first, ErrorRecord firstError, Handle handle) throws Cut {
        var result = first;
        var error = firstError;
        boolean handlerFailed = false;
        for (int executions = 1; ; executions++) {
            publish(result);
            var handler = runHandler(handle, result, error);
            handlerFailed = !handler.isGood();
            if (handlerFailed) {
                var second = handler.error() == null ? error : handler.error();
                result = result.as(Outcome.FAILED, error.with("handler_error", Failures.toValue(second)));
                break;
            }
            if (handle.strategy() == FailureReaction.Strategy.FALLBACK) {
                return result.with(handler.last()).as(Outcome.RECOVERED, null);
            }
            if (handle.strategy() != FailureReaction.Strategy.RECOVERY || executions >= handle.maxAttempts()) {
                break;
            }
            result = validated(cycles.again());
            if (result.error() == null) {
                return result.as(Outcome.RECOVERED, null);
            }
            error = result.error();
            if (isDefinition(result) || executions + 1 >= handle.maxAttempts()) {
                break;
            }
        }
        boolean tolerated = !handle.failWorkflow() && !(handlerFailed && handle.failureFatal());
        return tolerated && !isDefinition(result) ? result.as(Outcome.TOLERATED, result.error()) : result;
    }

    /// A handler sees the error and the failed step's own variables; it reacts only to the step it is written at.
    private ListResult runHandler(Handle handle, StepResult failed, ErrorRecord error) throws Cut {
        frame.variables().namespace("error", ErrorMembers.of(error, failed.product()));
        frame.variables().namespace("test", ErrorMembers.test(failed));
        frame.variables().namespace("step", cycles.stepMembers());
        var limit = Texts.of(frame).duration(handle.timeout());
        var within = frame.as("on_failure")
                .within(Deadline.in(limit, TimeoutScope.STEP, frame.world().now()));
        Tree.Mark mark = handle.commitRequired() ? frame.world().tree().mark() : null;
        var handler = lists.run(handle.steps(), within);
        frame.variables().withdraw("error");
        frame.variables().withdraw("test");
        var output = Value.of(handler.output());
        frame.variables().namespace("handler", Members.of(Map.of("output", Binding.data(output))));
        for (var name : handle.captures()) {
            frame.variables().capture(name, output);
        }
        return mark != null
                        && handler.isGood()
                        && !frame.world().tree().since(mark).moved()
                ? new ListResult(handler.ended(), Failures.commitMissing("the handler"))
                : handler;
    }

    private StepResult succeeded(StepResult result) throws Cut {
        publish(result);
        var good = lists.run(step.reactions().onSuccess(), frame.as("on_success"));
        if (good.isGood() && step.reactions().onExitCode().get(0) instanceof Handle extra) {
            good = lists.run(extra.steps(), frame.as("on_exit_code"));
        }
        return good.isGood() ? result : result.as(Outcome.FAILED, good.error());
    }

    /// Handlers and validation read what the step has come to so far.
    private void publish(StepResult result) {
        frame.variables().ended(step, result, step.options().captures().defaults());
        frame.variables().namespace("step", cycles.stepMembers());
    }
}
