package dev.prodigy.engine.breaker;

import java.time.Instant;

/// A transition that the journal tells (spec 02 §7). Key, scope and error are added by whoever knows them.
public sealed interface BreakerEvent {

    /// `circuit_opened`.
    ///
    /// @param failures consecutive ones that opened it; 1 for a failed probe
    record Opened(int failures, Instant until) implements BreakerEvent {}

    /// `circuit_half_opened`.
    ///
    /// @param permits how many probes may be in flight
    record HalfOpened(int permits) implements BreakerEvent {}

    /// `circuit_closed`.
    ///
    /// @param successes of probes that closed it
    record Closed(int successes) implements BreakerEvent {}
}
