package dev.prodigy.engine.decide;

import dev.prodigy.engine.breaker.Admission;
import dev.prodigy.engine.breaker.Circuit;
import dev.prodigy.engine.breaker.ClosedBreaker;
import dev.prodigy.engine.breaker.OpenBreaker;
import dev.prodigy.engine.breaker.Permit;
import dev.prodigy.engine.breaker.RequestOutcome;
import dev.prodigy.engine.breaker.TripsOn;
import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.quota.Quota;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Stopping;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.RunEvent.PolicyStopped;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What stands before the attempts of items: their breaker, and the agents' quota (spec 02 §7, §8).
final class ItemAdmission {
    private final RunPolicy policy;
    private final AgentQuota quota;
    private final @Nullable Circuit circuit;

    /// @param breaker of the items, or null where they have none
    ItemAdmission(RunPolicy policy, @Nullable BreakerPolicy breaker) {
        this.policy = policy;
        this.quota = new AgentQuota(policy.quota());
        this.circuit = breaker == null ? null : Circuit.ofItems(breaker);
    }

    /// Whether an attempt of an item may start now.
    sealed interface Verdict {
        /// It may.
        ///
        /// @param permit of the breaker, or null where there is none
        /// @param events that say what the admission did to the breaker
        /// @param probes whether it is started to see whether the agents' limit is over
        /// @param alone whether the next one has to be asked for anew, when these events are folded
        record Starts(@Nullable Permit permit, List<CircuitEvent> events, boolean probes, boolean alone)
                implements Verdict {}

        /// Not now: it stays where it is.
        record Held(String reason, @Nullable Instant until) implements Verdict {}

        /// Never: it fails at once.
        record Rejected(ErrorRecord error) implements Verdict {}

        /// The run has waited for the agents' limit as long as it may, or its breaker had opened to stop it.
        record Stops(PolicyStopped event) implements Verdict {}
    }

    /// @return whether the next item may start
    Verdict next(RunState state, Moment moment) {
        boolean probes = false;
        if (policy.itemsUseAgents() && state.quota() instanceof Quota.Paused paused) {
            var stop = quota.waitedTooLong(state, moment);
            if (stop != null) {
                return new Verdict.Stops(stop);
            }
            if (!paused.isDue(moment.now()) || state.underway().requests().isProbing()) {
                return new Verdict.Held(AgentQuota.REASON, paused.until());
            }
            probes = true;
        }
        if (circuit == null) {
            return new Verdict.Starts(null, List.of(), probes, probes);
        }
        var stop = PolicyStop.byUnansweredBreaker(state, circuit);
        if (stop != null) {
            return new Verdict.Stops(stop);
        }
        var before = state.circuits().of(circuit.name());
        return switch (before.admit(circuit.policy(), moment.now())) {
            case Admission.Admitted(var permit, var _, var changes) ->
                new Verdict.Starts(
                        permit,
                        circuit.tell(before, changes, null),
                        probes,
                        probes || !(before instanceof ClosedBreaker));
            case Admission.Refused(var until, var _, var _) ->
                circuit.policy().onOpen() == OnOpen.REJECT
                        ? new Verdict.Rejected(state.circuits().refusal(circuit.name(), until))
                        : new Verdict.Held(StepAdmission.CIRCUIT_OPEN, until);
        };
    }

    /// @return whether the breaker opened between the item's admission and the beginning of its attempt, which is none
    ///     of the probes then
    boolean isOvertaken(RunState state, int item) {
        var permit = state.underway().permit(item);
        if (circuit == null || permit == null) {
            return false;
        }
        var now = state.circuits().of(circuit.name());
        return !(now instanceof ClosedBreaker) && now.epoch() != permit.epoch();
    }

    /// What the end of an attempt meant to the breaker.
    ///
    /// @param rejects whether it is open now, and rejects
    /// @param stoppedBy the error that opened it where that stops the run, else null
    record Told(boolean rejects, @Nullable ErrorRecord stoppedBy) {
        private static final Told NOTHING = new Told(false, null);
    }

    /// Tells the breaker how an attempt ended.
    ///
    /// @return what that meant; a stop is decided by {@link #stop}, when it is known what became of the item
    Told ended(RunState state, Decision.Builder decision, Context context, int item, AttemptResult result, Moment at) {
        state.underway().requests().itemEnded(item);
        var permit = state.underway().takePermit(item);
        if (circuit == null || permit == null) {
            return Told.NOTHING;
        }
        var error = result instanceof AttemptResult.Failed failed ? failed.error() : null;
        var before = state.circuits().of(circuit.name());
        var change = before.report(permit, outcome(result, circuit, at), circuit.policy(), at.now());
        circuit.tell(before, List.of(change), error).forEach(event -> decision.event(context, event));
        boolean opens = change.state() instanceof OpenBreaker && change.state().epoch() > before.epoch();
        boolean stops = opens && circuit.policy().onOpen() == OnOpen.STOP && Stopping.followsBreakers(state);
        return new Told(
                change.state() instanceof OpenBreaker && circuit.policy().onOpen() == OnOpen.REJECT,
                stops ? error : null);
    }

    /// Stops the run where its breaker opened and its author wants that. Comes last in a decision: the item
    /// that opened it counts (spec 02 §6.1).
    void stop(RunState state, Decision.Builder decision, Told told) {
        if (circuit != null && told.stoppedBy() != null) {
            decision.event(PolicyStop.byBreaker(state, decision.done(), circuit, told.stoppedBy()));
        }
    }

    private static RequestOutcome outcome(AttemptResult result, Circuit circuit, Moment at) {
        return switch (result) {
            case AttemptResult.Succeeded _ -> new RequestOutcome.Success();
            case AttemptResult.Failed(var _, ErrorRecord error, var _, var _, var _) ->
                TripsOn.of(error, at.now(), circuit.policy());
            case AttemptResult.Interrupted _ -> new RequestOutcome.Neutral();
        };
    }

    /// @return when items that wait are to be looked at again
    Stream<Instant> dues(RunState state, Moment moment) {
        var ofQuota = policy.itemsUseAgents() ? quota.dues(state.quota(), moment) : Stream.<Instant>empty();
        return circuit != null && state.circuits().of(circuit.name()) instanceof OpenBreaker open
                ? Stream.concat(ofQuota, Stream.of(open.until()))
                : ofQuota;
    }
}
