package dev.prodigy.engine.step;

import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.retry.FailedAttempt;
import dev.prodigy.engine.retry.RetryDecision;
import dev.prodigy.engine.retry.RetryLoop;
import dev.prodigy.engine.retry.Surroundings;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.RetryDefaults;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The attempts of a step's retry block, within one cycle (spec 02 §3). Attempts that an earlier process made count
/// as
/// made.
final class RetryLayer {
    private final RetryPolicy policy;
    private final Frame frame;
    private int made;
    private @Nullable Instant firstFailure;
    private @Nullable Duration previousDelay;
    private @Nullable Instant due;

    private RetryLayer(RetryPolicy policy, Frame frame) {
        this.policy = policy;
        this.frame = frame;
    }

    /// What follows a failed attempt.
    sealed interface Verdict {
        /// Another one, after a wait that is to be journaled first.
        record Again(Duration delay, StepEvent.RetryScheduled event) implements Verdict {}

        /// None; the error says why.
        record Over(ErrorRecord error) implements Verdict {}
    }

    /// @return the layer of a new cycle
    static RetryLayer fresh(Step step, Frame frame) {
        return new RetryLayer(policyOf(step), frame);
    }

    /// @return the layer of the first cycle, which goes on where an earlier process was cut off
    static RetryLayer resumed(Step step, Frame frame) {
        var layer = fresh(step, frame);
        var key = frame.key(step);
        if (key != null) {
            layer.remember(frame.history().open(key));
        }
        return layer;
    }

    /// @return executions allowed in a cycle
    static int attemptsOf(Step step) {
        return policyOf(step).attempts();
    }

    int maxAttempts() {
        return policy.attempts();
    }

    /// @return number of the next attempt
    int nextAttempt() {
        return made + 1;
    }

    /// What is left of a wait that an earlier process was in: never longer than the wait was, whatever the clock
    /// did.
    Duration remainingWait() {
        var now = frame.world().now().now();
        if (due == null || previousDelay == null || !due.isAfter(now)) {
            return Duration.ZERO;
        }
        var left = Duration.between(now, due);
        return left.compareTo(previousDelay) < 0 ? left : previousDelay;
    }

    Verdict after(int attempt, ErrorRecord error) {
        made = attempt;
        var now = frame.world().now();
        firstFailure = firstFailure == null ? now.now() : firstFailure;
        var left = frame.deadline().left(now);
        var failed = new FailedAttempt(
                error,
                attempt,
                now.now(),
                Duration.between(firstFailure, now.now()),
                previousDelay,
                frame.deadline().hasPassed(now));
        var around =
                new Surroundings(false, false, left == null ? null : now.now().plus(left));
        var decision = RetryLoop.decide(policy, failed, around, frame.world().random());
        var judged = error.with(decision.on(Retries.at(attempt, policy.attempts())));
        return switch (decision) {
            case RetryDecision.Again(var delay, var source, var dueAt) -> {
                previousDelay = delay;
                yield new Verdict.Again(
                        delay,
                        new StepEvent.RetryScheduled(
                                "step",
                                attempt,
                                attempt + 1,
                                policy.attempts(),
                                delay.toMillis(),
                                source.word(),
                                dueAt,
                                judged));
            }
            case RetryDecision.Exhausted _, RetryDecision.GivenUp _ -> new Verdict.Over(judged);
        };
    }

    private void remember(List<StepLedger.Noted> notes) {
        for (var note : notes) {
            if (note.event() instanceof StepEvent.RetryScheduled retry) {
                made = retry.attempt();
                firstFailure = firstFailure == null ? note.at() : firstFailure;
                previousDelay = Duration.ofMillis(retry.delayMs());
                due = retry.dueAt();
            }
        }
    }

    private static RetryPolicy policyOf(Step step) {
        var own = step.options().resilience().retry();
        return own == null ? RetryDefaults.of(Dialect.STEP).once() : own;
    }
}
