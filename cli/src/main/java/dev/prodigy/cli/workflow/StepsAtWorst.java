package dev.prodigy.cli.workflow;

import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.workflow.PhaseSteps;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The worst case of lists of steps: the layers of each step multiply, what is listed adds up.
///
/// @param skipped paths of steps that do not run
record StepsAtWorst(Set<String> skipped) {
    /// @return that of a phase; nothing where there is none
    WorstCase of(@Nullable PhaseSteps phase) {
        return phase == null ? WorstCase.NOTHING : of(phase.steps());
    }

    /// @return that of a list
    WorstCase of(List<Step> steps) {
        return steps.stream().map(this::of).reduce(WorstCase.NOTHING, WorstCase::plus);
    }

    private WorstCase of(Step step) {
        if (skipped.contains(step.path())) {
            return WorstCase.NOTHING;
        }
        var resilience = step.options().resilience();
        var cycle = kind(step.kind()).retried(resilience.retry()).plus(of(resilience.afterRetries()));
        var reactions = step.reactions();
        var handled = reactions.onExitCode().values().stream()
                .map(reaction -> handled(cycle, reaction))
                .reduce(handled(cycle, reactions.onFailure()), WorstCase::worse);
        var validated = reactions.validation() == null ? WorstCase.NOTHING : of(reactions.validation());
        return handled.plus(validated).plus(of(reactions.onSuccess()));
    }

    private WorstCase kind(StepKind kind) {
        return switch (kind) {
            case StepKind.Shell _, StepKind.Agent _, StepKind.WriteFile _, StepKind.SubWorkflow _ -> WorstCase.ONCE;
            case StepKind.Removed _ -> WorstCase.NOTHING;
            case StepKind.Inline inline -> of(inline.body());
            case StepKind.Validate validate -> of(validate.validation());
            case StepKind.Foreach foreach -> {
                var rounds = rounds(foreach);
                yield of(foreach.body()).times(rounds == null ? 1 : rounds);
            }
        };
    }

    /// @return how many rounds there are at most, or null where only the run knows
    static @Nullable Integer rounds(StepKind.Foreach foreach) {
        var most = foreach.maxItems();
        return switch (foreach.input()) {
            case ForeachInput.Listed(var elements) ->
                Integer.valueOf(most == null ? elements.size() : Math.min(most, elements.size()));
            case ForeachInput.Placed _, ForeachInput.Printed _ -> most;
        };
    }

    private WorstCase of(Validation validation) {
        var checks = of(validation.commands());
        var onIncomplete = validation.onIncomplete();
        return onIncomplete == null
                ? checks
                : checks.plus(checks.plus(of(onIncomplete.steps())).times(onIncomplete.maxAttempts()));
    }

    private WorstCase of(AfterRetries after) {
        return after instanceof AfterRetries.Fallback(var step) ? of(step) : WorstCase.NOTHING;
    }

    private WorstCase handled(WorstCase cycle, @Nullable FailureReaction reaction) {
        return switch (reaction) {
            case FailureReaction.Handle handle
            when handle.strategy() == FailureReaction.Strategy.RECOVERY ->
                cycle.times(handle.maxAttempts()).plus(of(handle.steps()).times(Math.max(1, handle.maxAttempts() - 1)));
            case FailureReaction.Handle handle -> cycle.plus(of(handle.steps()));
            case FailureReaction.After(var after) -> cycle.plus(of(after));
            case FailureReaction.Tolerate _, FailureReaction.Ignore _ -> cycle;
            case null -> cycle;
        };
    }
}
