package dev.prodigy.engine.decide;

import dev.prodigy.engine.breaker.Circuit;
import dev.prodigy.engine.item.CanaryRule;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.limit.FailureLimits;
import dev.prodigy.engine.limit.ItemCounts;
import dev.prodigy.engine.limit.LimitReached;
import dev.prodigy.engine.run.CanaryReport;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Ending;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Stopping;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.RunEvent.PolicyStopped;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The end that a run's own policy puts to it (spec 02 §6.4).
final class PolicyStop {
    private PolicyStop() {}

    /// @return the stop that the outcomes of items so far set off, or null. Asked after every finished
    ///     item, whether one is left or not
    static @Nullable PolicyStopped of(MapRules rules, RunState state) {
        var redriving = state.redriving();
        boolean over = redriving == null
                ? state.policyStopped() != null
                : !redriving.mayGiveUp() || redriving.stopped() != null || redriving.isClosed();
        if (over || state.processed() == 0) {
            return null;
        }
        var counts = new ItemCounts((int) (state.processed() - state.failures()), (int) state.failures());
        var reached = limits(rules, state).check(disposition(rules, state), counts);
        return reached == null ? null : event(reached);
    }

    private static FailureLimits limits(MapRules rules, RunState state) {
        var failures = state.settings().number(RunSetting.MAX_FAILURES);
        var rate = state.settings().number(RunSetting.FAILURE_THRESHOLD);
        return new FailureLimits(rules.policy())
                .changedBy(failures == null ? null : failures.intValue(), rate == null ? null : rate.doubleValue());
    }

    private static @Nullable FailureDisposition disposition(MapRules rules, RunState state) {
        if (state.stopWanted()) {
            return new FailureDisposition.Stop();
        }
        var last = state.lastFailure();
        return last == null || state.failures() == 0 ? null : Disposition.of(rules, last);
    }

    /// @return the stop of a run whose canary did not pass
    static PolicyStopped byCanary(CanaryRule rule, CanaryReport report) {
        return new PolicyStopped(
                KnownCode.CANARY_FAILED.name().toLowerCase(Locale.ROOT),
                rule.approve() ? null : Value.of(rule.maxFailures()),
                Value.of(report.failures()),
                null,
                report.failures(),
                report.items(),
                null);
    }

    /// @param rules of the items, or null where the run has none
    /// @return how the run ends after that stop
    static Ending.Stopped ending(@Nullable MapRules rules, RunState state, PolicyStopped stop) {
        var code = KnownCode.valueOf(stop.reason().toUpperCase(Locale.ROOT));
        var cause = stop.error() == null ? state.lastFailure() : stop.error();
        var error = ErrorRecord.of(code.stoppingTheRun(), StopMessage.of(rules, state, stop))
                .causedBy(cause);
        return new Ending.Stopped(stop.reason(), error);
    }

    /// @param decided what comes before the stop, and is not in the state yet: the opening too
    /// @return the stop of a run whose breaker opened, where its author wants that
    static PolicyStopped byBreaker(RunState state, Decision decided, Circuit circuit, @Nullable ErrorRecord error) {
        long failed = decided.events().stream()
                .filter(entry -> entry.event() instanceof ItemEvent.Failed failure && failure.isFinal())
                .count();
        return byBreaker(state, failed, circuit, opening(decided), error);
    }

    private static CircuitEvent.@Nullable Opened opening(Decision decided) {
        return decided.events().stream()
                .map(Decision.Entry::event)
                .filter(CircuitEvent.Opened.class::isInstance)
                .map(CircuitEvent.Opened.class::cast)
                .findFirst()
                .orElse(null);
    }

    private static PolicyStopped byBreaker(
            RunState state,
            long failed,
            Circuit circuit,
            CircuitEvent.@Nullable Opened opened,
            @Nullable ErrorRecord error) {
        return new PolicyStopped(
                word(KnownCode.CIRCUIT_OPEN),
                Value.of(circuit.policy().failureThreshold()),
                opened == null ? null : Value.of(opened.failures()),
                circuit.name().key(),
                state.failures() + failed,
                state.processed() + failed,
                error);
    }

    /// The opening is durable before the stop that follows from it: a crash between the two must not turn `stop`
    /// into `wait` (spec 02 §12).
    ///
    /// @return the stop that an earlier process did not come to write, else null
    static @Nullable PolicyStopped byUnansweredBreaker(RunState state, Circuit circuit) {
        var opened = state.circuits().unanswered(circuit.name());
        return opened == null || circuit.policy().onOpen() != OnOpen.STOP || !Stopping.followsBreakers(state)
                ? null
                : byBreaker(state, 0, circuit, opened, opened.error());
    }

    /// @return the stop of a run whose agents have used up what they may
    static PolicyStopped byQuota(
            RunState state,
            KnownCode code,
            @Nullable Duration limit,
            @Nullable Duration observed,
            @Nullable ErrorRecord error) {
        return new PolicyStopped(
                word(code),
                milliseconds(limit),
                milliseconds(observed),
                null,
                state.failures(),
                state.processed(),
                error);
    }

    private static @Nullable Value milliseconds(@Nullable Duration duration) {
        return duration == null ? null : Value.of(duration.toMillis());
    }

    private static String word(KnownCode code) {
        return code.name().toLowerCase(Locale.ROOT);
    }

    private static PolicyStopped event(LimitReached reached) {
        return new PolicyStopped(
                reached.reason(),
                reached.limit() == null ? null : number(reached.limit()),
                number(reached.observed()),
                null,
                reached.counts().failures(),
                reached.counts().processed(),
                null);
    }

    /// A number of failures is written as one, a rate with its decimals.
    private static Value number(double value) {
        return value == Math.rint(value) ? Value.of((long) value) : Value.of(value);
    }
}
