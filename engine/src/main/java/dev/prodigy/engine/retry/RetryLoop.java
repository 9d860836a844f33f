package dev.prodigy.engine.retry;

import dev.prodigy.engine.classify.Matching;
import dev.prodigy.model.delay.Delays;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.policy.RetryFilter;
import dev.prodigy.model.policy.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The decision after a failed attempt, the same in every layer: the first rule that applies ends it (spec 02 §3.6).
public final class RetryLoop {
    private RetryLoop() {}

    /// @param random uniformly drawn from 0 (inclusive) to 1 (exclusive)
    /// @return whether another attempt follows, and when; the numbers in the source are those of the rules
    public static RetryDecision decide(RetryPolicy policy, FailedAttempt failed, Surroundings around, double random) {
        if (failed.number() >= policy.attempts()) { // 1
            return new RetryDecision.Exhausted();
        }
        var refused = refusal(policy, failed);
        if (refused != null) { // 2
            return new RetryDecision.GivenUp(refused);
        }
        if (around.breakerRejects()) { // 3
            return new RetryDecision.GivenUp(RetryAborted.CIRCUIT_OPEN);
        }
        var backoff = Delays.drawn(policy, failed.number(), failed.previousDelay(), random); // 4
        var asked = policy.respectRetryAfter() ? requested(failed.error(), failed.at()) : null;
        if (asked == null) {
            return within(policy, failed, around, backoff, RetryDecision.Source.BACKOFF);
        }
        if (asked.compareTo(policy.maxRetryAfter()) > 0) {
            return new RetryDecision.GivenUp(RetryAborted.RETRY_AFTER);
        }
        var spread = spread(asked, policy, random);
        return spread.compareTo(backoff) > 0
                ? within(policy, failed, around, spread, RetryDecision.Source.RETRY_AFTER)
                : within(policy, failed, around, backoff, RetryDecision.Source.BACKOFF);
    }

    private static RetryDecision within(
            RetryPolicy policy,
            FailedAttempt failed,
            Surroundings around,
            Duration delay,
            RetryDecision.Source source) {
        var budget = policy.retryBudget();
        if (budget != null && failed.sinceFirstFailure().plus(delay).compareTo(budget) > 0) { // 5
            return new RetryDecision.GivenUp(RetryAborted.BUDGET);
        }
        if (around.runBudgetSpent()) { // 6
            return new RetryDecision.GivenUp(RetryAborted.RUN_BUDGET);
        }
        var due = failed.at().plus(delay);
        if (around.deadline() != null && !due.isBefore(around.deadline())) { // 7
            return new RetryDecision.GivenUp(RetryAborted.DEADLINE);
        }
        return new RetryDecision.Again(delay, source, due); // 8
    }

    /// @return why this failure gets no further attempt, or null when it may
    private static @Nullable RetryAborted refusal(RetryPolicy policy, FailedAttempt failed) {
        var error = failed.error();
        if (error.category() == Category.CANCELLED) {
            return RetryAborted.CANCELLED;
        }
        if (failed.endsTheLayer()) {
            return error.category() == Category.CIRCUIT_OPEN ? RetryAborted.CIRCUIT_OPEN : RetryAborted.DEADLINE;
        }
        var hopeless = error.category().neverRetried() || isUsedUp(policy, error);
        var matched = !Matching.matches(policy.noRetryOn(), error) && Matching.admits(policy.retryOn(), error);
        return hopeless || !matched ? RetryAborted.NOT_RETRYABLE : null;
    }

    /// A used-up limit does not heal in a while; who names the usage limit in a list gets his retries (spec 02 §8.2).
    private static boolean isUsedUp(RetryPolicy policy, ErrorRecord error) {
        return error.code().equals(KnownCode.SPEND_LIMIT.name())
                || (error.code().equals(KnownCode.USAGE_LIMIT.name())
                        && !(policy.retryOn() instanceof RetryFilter.Listed));
    }

    /// @return how long the other side asked to wait, for failures of which that is kept; null when it named no time
    private static @Nullable Duration requested(ErrorRecord error, Instant now) {
        return switch (error.category()) {
            case RATE_LIMIT, UNAVAILABLE, SERVER_ERROR -> {
                var evidence = error.evidence();
                if (evidence.retryAfterMs() != null) {
                    yield Duration.ofMillis(Math.max(0, evidence.retryAfterMs()));
                }
                if (evidence.resetsAt() == null) {
                    yield null;
                }
                yield evidence.resetsAt().isAfter(now) ? Duration.between(now, evidence.resetsAt()) : Duration.ZERO;
            }
            default -> null;
        };
    }

    /// With jitter on, all who were told the same moment do not come at the same moment.
    private static Duration spread(Duration asked, RetryPolicy policy, double random) {
        if (!policy.jitter().isOn()) {
            return asked;
        }
        return asked.plusMillis(Math.round(asked.toMillis() * policy.jitter().factor() * random));
    }
}
