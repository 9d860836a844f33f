package dev.prodigy.engine.breaker;

import dev.prodigy.model.policy.BreakerPolicy;
import java.time.Instant;
import java.util.List;

/// Everything is let through; consecutive failures are counted.
///
/// @param failures consecutive counting failures, below the threshold
public record ClosedBreaker(long epoch, int failures) implements BreakerState {
    private static final Trip TRIP = new Trip(BreakerRule.CLOSED_TRIPS, BreakerRule.CLOSED_TRIPS_UNTIL_RESET);

    @Override
    public Admission admit(BreakerPolicy policy, Instant now) {
        return new Admission.Admitted(
                new Permit(epoch), this, List.of(Change.quietly(this, BreakerRule.CLOSED_ADMITS)));
    }

    @Override
    public Change reportOwn(RequestOutcome outcome, BreakerPolicy policy, Instant now) {
        return switch (outcome) {
            case RequestOutcome.Success _ -> Change.quietly(new ClosedBreaker(epoch, 0), BreakerRule.CLOSED_SUCCESS);
            case RequestOutcome.Neutral _ -> Change.quietly(this, BreakerRule.CLOSED_NEUTRAL);
            case RequestOutcome.Failure failure ->
                failures + 1 < policy.failureThreshold()
                        ? Change.quietly(new ClosedBreaker(epoch, failures + 1), BreakerRule.CLOSED_FAILURE)
                        : TRIP.open(epoch + 1, failures + 1, failure, policy, now);
        };
    }

    @Override
    public BreakerRule late() {
        return BreakerRule.CLOSED_LATE;
    }

    @Override
    public Change restore(Instant now) {
        return Change.quietly(this, BreakerRule.CLOSED_RESTORED);
    }
}
