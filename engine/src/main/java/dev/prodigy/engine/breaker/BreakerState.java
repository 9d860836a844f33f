package dev.prodigy.engine.breaker;

import dev.prodigy.model.policy.BreakerPolicy;
import java.time.Instant;

/// A circuit breaker between two signals: immutable, a few numbers, part of the state of a run (spec 02
/// §7).
public sealed interface BreakerState permits ClosedBreaker, OpenBreaker, HalfOpenBreaker {

    /// @return a breaker that has seen nothing yet
    static BreakerState initial() {
        return new ClosedBreaker(0, 0);
    }

    /// @return a number that rises at every transition
    long epoch();

    /// A request wants to be made (rules 5 to 8).
    Admission admit(BreakerPolicy policy, Instant now);

    /// The result of an admitted request (rules 1 to 4 and 9 to 11). One of an earlier epoch is
    /// ignored.
    default Change report(Permit permit, RequestOutcome outcome, BreakerPolicy policy, Instant now) {
        return permit.epoch() == epoch() ? reportOwn(outcome, policy, now) : Change.quietly(this, late());
    }

    /// The result of a request of this epoch.
    Change reportOwn(RequestOutcome outcome, BreakerPolicy policy, Instant now);

    /// @return the rule by which results of earlier epochs are ignored
    BreakerRule late();

    /// The process that held the breaker died; requests in flight are lost (rule 12).
    ///
    /// @param now the wall clock, whatever it did in between
    Change restore(Instant now);
}
