package dev.prodigy.engine.breaker;

import dev.prodigy.model.policy.BreakerPolicy;
import java.time.Duration;
import java.time.Instant;

/// How a state opens (rules 2, 10 and 11).
///
/// @param byTimeout the row that applies when the breaker's own time counts
/// @param byReset the row that applies when the failure names a later moment
record Trip(BreakerRule byTimeout, BreakerRule byReset) {

    /// @param failures consecutive ones that led here
    Change open(long epoch, int failures, RequestOutcome.Failure failure, BreakerPolicy policy, Instant now) {
        var timeout = now.plus(policy.timeout());
        var reset = failure.resetsAt();
        return reset != null && reset.isAfter(timeout)
                ? until(reset, byReset, epoch, failures, now)
                : until(timeout, byTimeout, epoch, failures, now);
    }

    private static Change until(Instant until, BreakerRule rule, long epoch, int failures, Instant now) {
        var open = new OpenBreaker(epoch, until, Duration.between(now, until));
        return new Change(open, rule, new BreakerEvent.Opened(failures, until));
    }
}
