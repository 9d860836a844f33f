package dev.prodigy.engine.breaker;

import dev.prodigy.model.delay.RemainingWait;
import dev.prodigy.model.policy.BreakerPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Nothing is let through until its time is over.
///
/// @param until when it half-opens
/// @param length how long it was to be open; a restart never waits longer
public record OpenBreaker(long epoch, Instant until, Duration length) implements BreakerState {

    @Override
    public Admission admit(BreakerPolicy policy, Instant now) {
        if (now.isBefore(until)) {
            return new Admission.Refused(until, this, List.of(Change.quietly(this, BreakerRule.OPEN_REFUSES)));
        }
        var over = halfOpened(policy);
        var changes = new ArrayList<Change>();
        changes.add(over);
        return switch (over.state().admit(policy, now)) {
            case Admission.Admitted(var permit, var state, var further) -> {
                changes.addAll(further);
                yield new Admission.Admitted(permit, state, List.copyOf(changes));
            }
            case Admission.Refused(var next, var state, var further) -> {
                changes.addAll(further);
                yield new Admission.Refused(next, state, List.copyOf(changes));
            }
        };
    }

    private Change halfOpened(BreakerPolicy policy) {
        var permits = policy.halfOpenRequests();
        return new Change(
                new HalfOpenBreaker(epoch + 1, permits, permits, 0),
                BreakerRule.OPEN_IS_OVER,
                new BreakerEvent.HalfOpened(permits));
    }

    /// Nothing was admitted in this epoch, so nothing can be reported; what is, is late.
    @Override
    public Change reportOwn(RequestOutcome outcome, BreakerPolicy policy, Instant now) {
        return Change.quietly(this, late());
    }

    @Override
    public BreakerRule late() {
        return BreakerRule.OPEN_LATE;
    }

    @Override
    public Change restore(Instant now) {
        var rest = now.plus(RemainingWait.of(length, until, now));
        return Change.quietly(new OpenBreaker(epoch, rest, length), BreakerRule.OPEN_RESTORED);
    }
}
