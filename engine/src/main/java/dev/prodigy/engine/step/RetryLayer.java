package dev.prodigy.engine.step;

import dev.prodigy.engine.delay.RemainingWait;
import dev.prodigy.engine.retry.FailedAttempt;
import dev.prodigy.engine.retry.RetryDecision;
import dev.prodigy.engine.retry.RetryLoop;
import dev.prodigy.engine.retry.Surroundings;
import dev.prodigy.engine.world.Waiting;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.RetryDefaults;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.step.Step;
import java.time.Duration;

/// The attempts of a step's retry block, within one cycle (spec 02 §3). Attempts that an earlier process made count
/// as
/// made.
final class RetryLayer {
    private final RetryPolicy policy;
    private final Waiting time;
    private Progress.Retrying progress;

    /// @param progress of an earlier process in this cycle
    RetryLayer(Step step, Waiting time, Progress.Retrying progress) {
        this.policy = policyOf(step);
        this.time = time;
        this.progress = progress;
    }

    /// What follows a failed attempt.
    sealed interface Verdict {
        /// Another one, after a wait that is to be journaled first.
        record Again(Duration delay, StepEvent.RetryScheduled event) implements Verdict {}

        /// None; the error says why.
        record Over(ErrorRecord error) implements Verdict {}
    }

    /// The limits around the layer.
    ///
    /// @param own of the step as a whole
    /// @param nearest of all
    record Limits(Deadline own, Deadline nearest) {}

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

    /// @return what is left of a wait that an earlier process was in
    Duration remainingWait() {
        var due = progress.due();
        var delay = progress.delay();
        return due == null || delay == null
                ? Duration.ZERO
                : RemainingWait.of(delay, due, time.now().now());
    }

    Verdict after(int attempt, ErrorRecord error, Limits limits) {
        var now = time.now();
        var first = progress.firstFailure() == null ? now.elapsed() : progress.firstFailure();
        var failed = new FailedAttempt(
                error,
                attempt,
                now.now(),
                now.elapsed().minus(first),
                progress.delay(),
                limits.own().hasPassed(now));
        var left = limits.nearest().left(now);
        var around =
                new Surroundings(false, false, left == null ? null : now.now().plus(left));
        var decision = RetryLoop.decide(policy, failed, around, time.random());
        var judged = error.with(decision.on(Retries.at(attempt, policy.attempts())));
        return switch (decision) {
            case RetryDecision.Again again -> {
                progress = new Progress.Retrying(attempt, first, again.delay(), null);
                yield new Verdict.Again(again.delay(), scheduled(attempt, again, judged));
            }
            case RetryDecision.Exhausted _, RetryDecision.GivenUp _ -> new Verdict.Over(judged);
        };
    }

    private StepEvent.RetryScheduled scheduled(int attempt, RetryDecision.Again again, ErrorRecord error) {
        return new StepEvent.RetryScheduled(
                "step",
                attempt,
                attempt + 1,
                policy.attempts(),
                again.delay().toMillis(),
                again.source().word(),
                again.dueAt(),
                error);
    }

    private static RetryPolicy policyOf(Step step) {
        var own = step.options().resilience().retry();
        return own == null ? RetryDefaults.of(Dialect.STEP).once() : own;
    }
}
