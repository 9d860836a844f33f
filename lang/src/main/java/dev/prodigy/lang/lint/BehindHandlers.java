package dev.prodigy.lang.lint;

import dev.prodigy.model.step.FailureReaction.Handle;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.step.Reactions;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.workflow.AllSteps;
import java.util.List;

/// What a validation can read besides: the handlers behind which it judges again have run by then (spec 01 §5, §6).
final class BehindHandlers {
    private final Visible left;

    private BehindHandlers(Visible left) {
        this.left = left;
    }

    /// @return the place of a step's validation behind the handlers that let the step run again
    static Visible ofReruns(Reactions reactions, Visible names) {
        var behind = new BehindHandlers(names.closed());
        if (reactions.onFailure() instanceof Handle handle) {
            behind.addIfRecovering(handle);
        }
        reactions.onExitCode().forEach((code, reaction) -> {
            if (code != 0 && reaction instanceof Handle handle) {
                behind.addIfRecovering(handle);
            }
        });
        return names.openBeside(behind.left);
    }

    /// @return the place of a validation behind the handler that completes the work
    static Visible ofRounds(Validation validation, Visible names) {
        var handler = validation.onIncomplete();
        if (handler == null) {
            return names.open();
        }
        var behind = new BehindHandlers(names.closed());
        behind.add(handler.steps(), handler.captures());
        return names.openBeside(behind.left);
    }

    private void addIfRecovering(Handle handle) {
        if (handle.strategy() == Strategy.RECOVERY && handle.maxAttempts() > 1) {
            add(handle.steps(), handle.captures());
        }
    }

    private void add(List<Step> steps, List<String> captures) {
        for (var step : steps) {
            AllSteps.inside(step).forEach(inner -> StepWalk.results(inner, left));
            StepWalk.results(step, left);
        }
        captures.forEach(name -> left.leave(name, Known.DATA));
        Namespaces.HANDLING.forEach(left::leave);
    }
}
