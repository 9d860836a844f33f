package dev.prodigy.engine.breaker;

import dev.prodigy.model.policy.BreakerPolicy;
import java.time.Instant;
import java.util.List;

/// A few probes are let through; enough successes close it, one failure opens it again.
///
/// @param probes how many may be in flight at once
/// @param permits how many more may be in flight now
/// @param successes of probes, below the threshold
public record HalfOpenBreaker(long epoch, int probes, int permits, int successes) implements BreakerState {
    private static final Trip TRIP = new Trip(BreakerRule.HALF_OPEN_TRIPS, BreakerRule.HALF_OPEN_TRIPS_UNTIL_RESET);

    @Override
    public Admission admit(BreakerPolicy policy, Instant now) {
        if (permits == 0) {
            return new Admission.Refused(null, this, List.of(Change.quietly(this, BreakerRule.HALF_OPEN_REFUSES)));
        }
        var next = counting(permits - 1, successes);
        return new Admission.Admitted(
                new Permit(epoch), next, List.of(Change.quietly(next, BreakerRule.HALF_OPEN_ADMITS)));
    }

    @Override
    public Change reportOwn(RequestOutcome outcome, BreakerPolicy policy, Instant now) {
        return switch (outcome) {
            case RequestOutcome.Success _ -> succeeded(policy);
            case RequestOutcome.Neutral _ ->
                Change.quietly(counting(permits + 1, successes), BreakerRule.HALF_OPEN_NEUTRAL);
            case RequestOutcome.Failure failure -> TRIP.open(epoch + 1, 1, failure, policy, now);
        };
    }

    private Change succeeded(BreakerPolicy policy) {
        if (successes + 1 < policy.successThreshold()) {
            return Change.quietly(counting(permits + 1, successes + 1), BreakerRule.HALF_OPEN_SUCCESS);
        }
        return new Change(
                new ClosedBreaker(epoch + 1, 0), BreakerRule.HALF_OPEN_CLOSES, new BreakerEvent.Closed(successes + 1));
    }

    @Override
    public BreakerRule late() {
        return BreakerRule.HALF_OPEN_LATE;
    }

    /// The lost probes' permits are returned; a new epoch keeps any of them from being returned twice.
    @Override
    public Change restore(Instant now) {
        return Change.quietly(
                new HalfOpenBreaker(epoch + 1, probes, probes, successes), BreakerRule.HALF_OPEN_RESTORED);
    }

    HalfOpenBreaker counting(int free, int good) {
        return new HalfOpenBreaker(epoch, probes, free, good);
    }
}
