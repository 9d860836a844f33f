package dev.prodigy.engine.breaker;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether a request may be made now (spec 02 §7).
public sealed interface Admission {

    /// @return the breaker afterwards
    BreakerState state();

    /// @return what happened to the breaker, in order; two changes when the time of being open was just over
    List<Change> changes();

    /// It may; its result has to be reported with this permit.
    record Admitted(Permit permit, BreakerState state, List<Change> changes) implements Admission {}

    /// It may not, now.
    ///
    /// @param until the earliest moment to ask again; null: when a probe's result is reported
    record Refused(@Nullable Instant until, BreakerState state, List<Change> changes) implements Admission {}
}
