package dev.prodigy.engine.step;

import dev.prodigy.engine.retry.FailedAttempt;
import dev.prodigy.engine.retry.RetryDecision;
import dev.prodigy.engine.retry.RetryLoop;
import dev.prodigy.engine.retry.Surroundings;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.frame.StepProgress;
import dev.prodigy.engine.world.AttemptGate;
import dev.prodigy.engine.world.World;
import dev.prodigy.model.delay.RemainingWait;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.RetryDefaults;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.step.Step;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The attempts of a step's retry block, within one cycle (spec 02 §3). Attempts that an earlier process made
/// count as made.
final class RetryLayer {
    private final String kind;
    private final RetryPolicy policy;
    private final World world;
    private StepProgress.Retrying progress;

    /// @param progress of an earlier process in this cycle
    RetryLayer(Step step, World world, StepProgress.Retrying progress) {
        this.kind = step.kind().keyword();
        this.policy = policyOf(step);
        this.world = world;
        this.progress = progress;
    }

    /// What follows a failed attempt.
    sealed interface Verdict {
        /// Another one, after a wait that is to be journaled first.
        record Again(Duration delay, StepEvent.RetryScheduled event) implements Verdict {}

        /// None; the error says why.
        record Over(ErrorRecord error) implements Verdict {}
    }

    /// What stands around the layer.
    ///
    /// @param own limit of the step as a whole
    /// @param nearest limit of all
    /// @param left what the run says about further attempts
    record Around(Deadline own, Deadline nearest, AttemptGate.Leave.Counted left) {}

    /// @return executions allowed in a cycle
    static int attemptsOf(Step step) {
        return policyOf(step).attempts();
    }

    int maxAttempts() {
        return policy.attempts();
    }

    /// @return number of the next attempt
    int nextAttempt() {
        return progress.made() + 1;
    }

    /// @return the last error where a changed policy leaves no further attempt, else null
    @Nullable
    ErrorRecord usedUp() {
        var error = progress.error();
        return error == null || progress.made() < policy.attempts()
                ? null
                : error.with(Retries.at(progress.made(), policy.attempts()).usedUp());
    }

    /// @return what is left of a wait that an earlier process was in
    Duration remainingWait() {
        var due = progress.due();
        var delay = progress.delay();
        return due == null || delay == null
                ? Duration.ZERO
                : RemainingWait.of(delay, due, world.now().now());
    }

    Verdict after(int attempt, ErrorRecord error, Around around) {
        var now = world.now();
        var worked = world.worked();
        // the budget is time as it goes by, for admission too: a restart could not tell them apart
        var first = progress.firstFailure() == null ? now.elapsed() : progress.firstFailure();
        var failed = new FailedAttempt(
                error,
                attempt,
                now.now(),
                now.elapsed().minus(first),
                progress.delay(),
                around.own().hasPassed(worked));
        var left = around.nearest().left(worked);
        var surroundings = new Surroundings(
                around.left().rejection() != null,
                around.left().budgetSpent(),
                left == null ? null : now.now().plus(left));
        var decision = RetryLoop.decide(policy, failed, surroundings, world.random());
        var retries = decision.on(Retries.at(attempt, policy.attempts()));
        var judged = error.with(retries);
        return switch (decision) {
            case RetryDecision.Again again -> {
                progress = new StepProgress.Retrying(attempt, first, again.delay(), null, judged, progress.left());
                yield new Verdict.Again(again.delay(), scheduled(attempt, again, judged));
            }
            case RetryDecision.GivenUp(var reason)
            when reason == RetryAborted.CIRCUIT_OPEN && around.left().rejection() != null ->
                new Verdict.Over(refused(around.left().rejection(), attempt, judged));
            case RetryDecision.Exhausted _, RetryDecision.GivenUp _ -> new Verdict.Over(judged);
        };
    }

    /// @param made attempts so far
    /// @param last error of the last of them, or null; then what opened the breaker is its cause
    /// @return the error of an attempt that the step's breaker did not admit
    ErrorRecord refused(AttemptGate.Entry.Refused refusal, int made, @Nullable ErrorRecord last) {
        if (refusal.error().category() == Category.DEFINITION) {
            return refusal.error().with(Retries.at(made, policy.attempts()));
        }
        var replaced = last == null ? progress.error() : last;
        var error = replaced == null ? refusal.error() : refusal.error().causedBy(replaced);
        return error.with(Retries.at(made, policy.attempts()).givenUp(RetryAborted.CIRCUIT_OPEN));
    }

    /// @return the error of a retry that the run did not admit
    ErrorRecord denied(Verdict.Again again, RetryAborted because) {
        var event = again.event();
        return event.error().with(Retries.at(event.attempt(), policy.attempts()).givenUp(because));
    }

    private StepEvent.RetryScheduled scheduled(int attempt, RetryDecision.Again again, ErrorRecord error) {
        return new StepEvent.RetryScheduled(
                kind,
                "step",
                attempt,
                attempt + 1,
                policy.attempts(),
                again.delay().toMillis(),
                again.source().word(),
                again.dueAt(),
                error,
                null,
                false);
    }

    private static RetryPolicy policyOf(Step step) {
        var own = step.options().resilience().retry();
        return own == null ? RetryDefaults.of(Dialect.STEP).once() : own;
    }
}
