package dev.prodigy.engine.step;

import dev.prodigy.engine.step.evidence.RequiredEvidence;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.kind.SubWorkflowStep;
import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Occasion;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.step.result.Product;
import dev.prodigy.engine.step.result.StepResult;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What takes a failed step's place: a fallback, or a handler that stands in for it (spec 01 §5, 02 §3.7). It owes what
/// the step owes.
final class Replacement {
    private final StepCycles cycles;

    Replacement(StepCycles cycles) {
        this.cycles = cycles;
    }

    /// Lets the fallback of the retries take the failed step's place, where there is one and time for it.
    StepResult fallback(StepResult failed, ErrorRecord error, Occasion.Stage stage) throws Cut {
        return afterRetries(failed) instanceof AfterRetries.Fallback(Step other)
                        && error.category() != Category.DEFINITION
                        && cycles.hasTime()
                ? by(other, failed, error, stage)
                : failed;
    }

    /// @return what this failure of all attempts means, wherever that is written
    AfterRetries afterRetries(StepResult failed) {
        var reactions = cycles.step().reactions();
        return reactions.toExitCode(failed.product().exitCode()) == null
                        && reactions.onFailure() instanceof FailureReaction.After(AfterRetries after)
                ? after
                : cycles.step().options().resilience().afterRetries();
    }

    /// Lets another step take the failed one's place, with its limit unless it says another (spec 02 §3.7). What it has
    /// come to is the step's result, good or not.
    StepResult by(Step other, StepResult failed, ErrorRecord error, Occasion.Stage stage) throws Cut {
        var begun = cycles.frame().world().worked();
        var instead = run(other, failed, error, stage);
        var second = instead.error();
        return second == null
                ? by(instead, failed, error, begun)
                : taken(Attempted.by(instead.last(), second), failed, error, begun);
    }

    /// Lets what a list brought forth take the failed step's place, if its last step succeeded and it has all that the
    /// step owes beside its exit status (spec 01 §4, 3). Where all of the list was skipped, nothing took it.
    ///
    /// @param instead was good
    /// @param begun when the list began, on the clock of limits
    StepResult by(ListResult instead, StepResult failed, ErrorRecord error, Duration begun) throws Cut {
        var last = instead.ended().reversed().stream()
                .map(ListResult.Ended::result)
                .filter(each -> each.outcome() != Outcome.SKIPPED)
                .findFirst();
        if (last.isEmpty()) {
            return failed;
        }
        var product = last.get().product();
        // what goes on in its own list after a failure has not made up for that of another step
        var tolerated = last.get().error();
        if (tolerated != null) {
            return taken(Attempted.by(product, tolerated), failed, error, begun);
        }
        cycles.publish(failed.with(product).with(gain(failed, null, Map.of())).as(Outcome.RECOVERED, null));
        return taken(Attempted.by(product, lack(product)), failed, error, begun);
    }

    /// A call demands its outputs of whatever takes its place (spec 01 §12).
    private @Nullable ErrorRecord lack(Product product) {
        return cycles.step().kind() instanceof StepKind.SubWorkflow call ? SubWorkflowStep.lack(call, product) : null;
    }

    private StepResult taken(Attempted instead, StepResult failed, ErrorRecord error, Duration begun) throws Cut {
        var judged = cycles.evidence().judge(instead, begun, RequiredEvidence.Published.NOWHERE);
        var result = failed.with(judged.attempted().product()).with(gain(failed, judged.captured(), judged.outputs()));
        var lack = judged.attempted().error();
        if (lack == null) {
            cycles.recoveredBy("fallback");
            return result.as(Outcome.RECOVERED, null);
        }
        // what a step of the list failed with has its place already
        var placed = lack.origin().nodeId() == null
                ? cycles.placed(lack.with(Retries.at(1, 1).usedUp()))
                : lack;
        var standing = placed.causedAtFirstBy(error);
        ErrorInSight.leave(cycles, result, standing);
        return result.as(Outcome.FAILED, standing);
    }

    private StepResult.Gain gain(StepResult failed, @Nullable Value captured, Map<String, Value> outputs) {
        return new StepResult.Gain(
                captured, outputs, cycles.evidence().changes(), failed.gain().left());
    }

    private ListResult run(Step other, StepResult failed, ErrorRecord error, Occasion.Stage stage) throws Cut {
        cycles.publish(failed);
        try (var _ = new ErrorInSight(cycles, failed, error)) {
            var occasion = cycles.occasion(stage, 0, failed);
            var limited = other.limitedTo(cycles.step().options().limits().attempt());
            return cycles.react(occasion, "fallback", List.of(limited), Deadline.NEVER);
        }
    }
}
