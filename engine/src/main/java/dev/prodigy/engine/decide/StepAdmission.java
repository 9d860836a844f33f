package dev.prodigy.engine.decide;

import dev.prodigy.engine.admission.Answer;
import dev.prodigy.engine.admission.StepRequest;
import dev.prodigy.engine.breaker.Admission;
import dev.prodigy.engine.breaker.BreakerState;
import dev.prodigy.engine.breaker.Circuit;
import dev.prodigy.engine.breaker.ClosedBreaker;
import dev.prodigy.engine.breaker.HalfOpenBreaker;
import dev.prodigy.engine.breaker.OpenBreaker;
import dev.prodigy.engine.breaker.Permit;
import dev.prodigy.engine.breaker.RequestOutcome;
import dev.prodigy.engine.breaker.TripsOn;
import dev.prodigy.engine.ledger.StepKey;
import dev.prodigy.engine.ledger.ToldBreakers;
import dev.prodigy.engine.limit.RetryAllowance;
import dev.prodigy.engine.quota.Quota;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.Requests;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stopping;
import dev.prodigy.engine.run.Underway;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.QuotaEvent;
import dev.prodigy.model.event.RunEvent.PolicyStopped;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.policy.OnOpen;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Answers steps that ask about their attempts: breakers, the agents' quota and the run-wide retry budget
/// stand before them, for the whole run in one place (spec 02 §6.3, §7, §8).
final class StepAdmission {
    /// What a held item waits for: a breaker.
    static final String CIRCUIT_OPEN = "circuit_open";

    /// What a held item waits for: a person, who paused the run.
    static final String PAUSED = "paused";

    private final RunPolicy policy;
    private final RunDeadline deadline;
    private final AgentQuota quota;

    /// @param deadline the run's own
    StepAdmission(RunPolicy policy, RunDeadline deadline) {
        this.policy = policy;
        this.deadline = deadline;
        this.quota = new AgentQuota(policy.quota());
    }

    /// A step asks; {@link #advance} answers.
    Decision asked(RunState state, Signal.StepAsked asked, Moment moment) {
        var requests = state.underway().requests();
        requests.ask(asked.request(), asked.attempt(), moment.elapsed());
        return Decision.NOTHING;
    }

    /// @return the answer to the oldest request that can be answered now, and what the journal is told of
    ///     waiting ones
    Decision advance(RunState state, Moment moment) {
        for (var each : state.underway().requests().asking()) {
            var decision =
                    new Turn(state, moment, each.getKey(), each.getValue().request()).answer(each.getValue());
            if (!decision.isEmpty()) {
                return decision;
            }
        }
        return Decision.NOTHING;
    }

    /// An admitted attempt of a step has ended.
    Decision left(RunState state, Signal.StepLeft left, Moment moment) {
        var pass = state.underway().requests().leave(left.request());
        return pass == null
                ? Decision.NOTHING
                : new Turn(state, moment, left.request(), pass.request()).left(pass, left.error());
    }

    /// An attempt of a step was cut off: no result, no failure.
    Decision cut(RunState state, long number, Moment moment) {
        var requests = state.underway().requests();
        requests.forget(number);
        requests.endProbe(number);
        var pass = requests.leave(number);
        return pass == null ? Decision.NOTHING : new Turn(state, moment, number, pass.request()).cutOff(pass);
    }

    /// @return the end of waits for retries that will not be made, where it is not told yet
    Decision endWaits(RunState state) {
        var underway = state.underway();
        boolean drained = underway.draining();
        if (!drained && !Stopping.of(state)) {
            return Decision.NOTHING;
        }
        boolean ofLists = drained || Stopping.ofLists(state);
        return underway.endWaits(ofLists ? Underway.Waits.ENDED : Underway.Waits.ENDED_IN_ITEMS)
                ? new Decision.Builder().effect(new Effect.EndWaits(ofLists)).done()
                : Decision.NOTHING;
    }

    /// @return whether no attempt starts any more of the item or list that this is about
    private static boolean isHalted(RunState state, Context context) {
        return state.underway().ending() != null
                || (context.itemId() == null ? Stopping.ofLists(state) : Stopping.of(state));
    }

    /// @return the answer to a step that wants to be tried again
    Decision retry(RunState state, Signal.RetryAsked asked, Moment moment) {
        boolean halted = isHalted(state, asked.context());
        if (halted && asked.context().itemId() != null) {
            return new Decision.Builder()
                    .effect(new Effect.AnswerStep(asked.request(), new Answer.Halted()))
                    .done();
        }
        var budget = policy.retryBudget();
        var allowance = allowance(state);
        if (budget != null && !allowance.admits(budget)) {
            return denied(asked, RetryAborted.RUN_BUDGET);
        }
        var latest = deadline.due(state, moment);
        var due = asked.event().dueAt();
        if (latest != null && due != null && !due.isBefore(latest)) {
            return denied(asked, RetryAborted.DEADLINE);
        }
        var event = budget == null ? asked.event() : asked.event().counting(inItems(state));
        // a halted list's step has made its attempt: the next process goes on behind it
        return granted(asked, event, halted ? new Answer.Halted() : new Answer.RetryGranted());
    }

    private static Decision denied(Signal.RetryAsked asked, RetryAborted because) {
        return new Decision.Builder()
                .effect(new Effect.AnswerStep(asked.request(), new Answer.RetryDenied(because)))
                .done();
    }

    private static Decision granted(Signal.RetryAsked asked, StepEvent.RetryScheduled event, Answer answer) {
        return new Decision.Builder()
                .event(asked.context(), event)
                .effect(new Effect.AnswerStep(asked.request(), answer))
                .done();
    }

    private static RetryAllowance allowance(RunState state) {
        var journaled = state.spent().stepRetries();
        return new RetryAllowance(journaled.retries(), state.spent().firstAttemptsInLists() + inItems(state));
    }

    private static long inItems(RunState state) {
        return state.underway()
                .requests()
                .firstAttempts(state.spent().stepRetries().firstAttempts());
    }

    /// @return moments at which waiting requests are to be looked at again
    Stream<Instant> dues(RunState state, Moment moment) {
        return state.underway().requests().asking().stream()
                .map(each -> each.getValue().request())
                .flatMap(request -> Stream.concat(
                        request.usesAgent() ? quota.dues(state.quota(), moment) : Stream.empty(),
                        request.circuit() == null ? Stream.empty() : due(state, request.circuit())));
    }

    private static Stream<Instant> due(RunState state, Circuit circuit) {
        return state.circuits().of(circuit.name()) instanceof OpenBreaker open
                ? Stream.of(open.until())
                : Stream.empty();
    }

    /// One request, and what is decided about it.
    private final class Turn {
        private final RunState state;
        private final Moment moment;
        private final Requests requests;
        private final long number;
        private final StepRequest request;
        private final Decision.Builder decision = new Decision.Builder();

        Turn(RunState state, Moment moment, long number, StepRequest request) {
            this.state = state;
            this.moment = moment;
            this.requests = state.underway().requests();
            this.number = number;
            this.request = request;
        }

        Decision answer(Requests.Asking asking) {
            if (request.isNew() || asking.again()) {
                if (isHalted()) {
                    return answered(asking, new Answer.Halted());
                }
                if (state.pause().isOn()) {
                    return waiting(PAUSED, null);
                }
            }
            if (request.usesAgent() && state.quota() instanceof Quota.Paused paused) {
                if (isHalted()) {
                    return answered(asking, new Answer.Halted());
                }
                var stop = quota.waitedTooLong(state, moment);
                if (stop != null) {
                    return decision.event(stop).done();
                }
                if (state.pause().isOn() || !mayProbe(paused)) {
                    return waiting(AgentQuota.REASON, paused.until());
                }
            }
            var circuit = request.circuit();
            if (circuit == null) {
                return admitted(asking, null);
            }
            var objection =
                    requests.breakers().objection(circuit, request.context().step());
            if (objection != null) {
                return answered(asking, new Answer.Refused(objection));
            }
            var stopByBreaker = PolicyStop.byUnansweredBreaker(state, circuit);
            if (stopByBreaker != null) {
                return decision.event(stopByBreaker).done();
            }
            var before = state.circuits().of(circuit.name());
            return switch (before.admit(circuit.policy(), moment.now())) {
                case Admission.Admitted(var permit, var _, var changes) -> {
                    boolean probes = !(before instanceof ClosedBreaker);
                    if (probes && isHalted()) {
                        yield answered(asking, new Answer.Halted());
                    }
                    if (probes && state.pause().isOn()) {
                        yield waiting(PAUSED, null);
                    }
                    circuit.tell(before, changes, null).forEach(event -> decision.event(request.context(), event));
                    yield admitted(asking, permit);
                }
                case Admission.Refused(var until, var _, var _) -> {
                    if (circuit.policy().onOpen() == OnOpen.REJECT) {
                        yield answered(
                                asking, new Answer.Refused(state.circuits().refusal(circuit.name(), until)));
                    }
                    yield isHalted() ? answered(asking, new Answer.Halted()) : waiting(CIRCUIT_OPEN, until);
                }
            };
        }

        /// A reduce that runs although policy stopped the items: nothing is left that could be stopped but itself.
        private boolean runsOverStop() {
            return Stopping.of(state) && !isHalted();
        }

        private boolean isHalted() {
            return StepAdmission.isHalted(state, request.context());
        }

        /// Exactly one probe at a time; an item that was started for it goes first.
        private boolean mayProbe(Quota.Paused paused) {
            var item = request.context().itemId();
            return paused.isDue(moment.now())
                    && (!requests.isProbing() || (item != null && requests.probeItem() == ItemId.index(item)));
        }

        private Decision admitted(Requests.Asking asking, @Nullable Permit permit) {
            if (request.usesAgent() && state.quota() instanceof Quota.Paused) {
                decision.event(request.context(), new QuotaEvent.Probed());
                requests.probe(number);
            }
            if (policy.retryBudget() != null && request.isFirst() && request.isInItem() && !asking.again()) {
                requests.countFirst(state.spent().stepRetries().firstAttempts());
            }
            requests.admit(number, request, permit);
            return answered(asking, new Answer.Admitted());
        }

        private Decision answered(Requests.Asking asking, Answer answer) {
            requests.forget(number);
            requests.stood(asking.since(), moment.elapsed());
            if (requests.untell(request.context().itemId(), number)) {
                var waited = moment.elapsed().minus(asking.since());
                decision.event(ofItem(), new ItemEvent.Continued(waited.toMillis()));
            }
            return decision.effect(new Effect.AnswerStep(number, answer)).done();
        }

        private Decision waiting(String reason, @Nullable Instant until) {
            var item = request.context().itemId();
            return item == null || !requests.tell(item, number)
                    ? Decision.NOTHING
                    : decision.event(ofItem(), new ItemEvent.Waiting(reason, until))
                            .done();
        }

        private Context ofItem() {
            var at = request.context();
            var item = String.valueOf(at.itemId());
            var attempt = at.itemAttempt() == null ? 1 : at.itemAttempt();
            return Context.item(item, attempt, at.agentId(), at.correlationId());
        }

        Decision left(Requests.Admitted pass, @Nullable ErrorRecord error) {
            boolean ofProbe = requests.endProbe(number);
            if (request.usesAgent() && error != null && quota.isConcerned(error)) {
                return limited(pass, error, ofProbe);
            }
            if (ofProbe) {
                decision.event(request.context(), new QuotaEvent.Resumed());
            }
            var circuit = request.circuit();
            var after = circuit == null || pass.permit() == null ? null : told(circuit, pass.permit(), error);
            var onOpen = circuit == null || !(after instanceof OpenBreaker)
                    ? OnOpen.WAIT
                    : circuit.policy().onOpen();
            // the stop is about what comes next: this attempt was made, and counts
            boolean stops = onOpen == OnOpen.STOP && !runsOverStop();
            if (circuit != null && stops) {
                stopped(circuit, after, error);
            }
            var rejection = circuit != null && after instanceof OpenBreaker opened && onOpen != OnOpen.WAIT && !stops
                    ? new Answer.Refused(state.circuits().refusal(circuit.name(), opened.until()))
                    : null;
            boolean spent = policy.retryBudget() != null && !allowance(state).admits(policy.retryBudget());
            return decision.effect(new Effect.AnswerStep(number, new Answer.Noted(rejection, spent)))
                    .done();
        }

        private void stopped(Circuit circuit, @Nullable BreakerState opened, @Nullable ErrorRecord error) {
            // only the opening itself stops: who meets the open breaker after a resume waits
            boolean opensNow = opened != null
                    && opened.epoch() > state.circuits().of(circuit.name()).epoch();
            if (opensNow && Stopping.followsBreakers(state)) {
                decision.event(PolicyStop.byBreaker(state, decision.done(), circuit, error));
            }
        }

        private @Nullable BreakerState told(Circuit circuit, Permit permit, @Nullable ErrorRecord error) {
            var outcome =
                    error == null ? new RequestOutcome.Success() : TripsOn.of(error, moment.now(), circuit.policy());
            return told(circuit, permit, isKnown(circuit, error) ? new RequestOutcome.Neutral() : outcome, error);
        }

        /// The attempt was made before, and cut off when its breaker had been told. What a new probe shows is new.
        private boolean isKnown(Circuit circuit, @Nullable ErrorRecord error) {
            var key = StepKey.of(request.context());
            var before = key == null ? null : state.told().before(key);
            var breaker = state.circuits().of(circuit.name());
            return error == null
                    ? before == ToldBreakers.End.SUCCESS && breaker instanceof HalfOpenBreaker
                    : before == ToldBreakers.End.FAILURE && breaker instanceof ClosedBreaker;
        }

        private BreakerState told(Circuit circuit, Permit permit, RequestOutcome outcome, @Nullable ErrorRecord error) {
            var before = state.circuits().of(circuit.name());
            var change = before.report(permit, outcome, circuit.policy(), moment.now());
            circuit.tell(before, List.of(change), error).forEach(event -> decision.event(request.context(), event));
            return change.state();
        }

        /// Parked is not failed: the same attempt is made again, and no breaker is told.
        private Decision limited(Requests.Admitted pass, ErrorRecord error, boolean ofProbe) {
            neutral(pass);
            var consequence = isHalted() ? List.<Event>of() : quota.met(state, error, ofProbe, moment);
            boolean stops = consequence.stream().anyMatch(PolicyStopped.class::isInstance);
            if (!(stops && runsOverStop())) {
                consequence.forEach(event -> decision.event(request.context(), event));
            }
            if (stops || isHalted()) {
                decision.effect(new Effect.AnswerStep(number, new Answer.Halted()));
            } else {
                requests.askAgain(number, request, moment.elapsed());
            }
            return decision.done();
        }

        Decision cutOff(Requests.Admitted pass) {
            neutral(pass);
            return decision.done();
        }

        private void neutral(Requests.Admitted pass) {
            if (request.circuit() != null && pass.permit() != null) {
                told(request.circuit(), pass.permit(), new RequestOutcome.Neutral(), null);
            }
        }
    }
}
