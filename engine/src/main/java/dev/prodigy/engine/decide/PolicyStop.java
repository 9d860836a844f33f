package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.limit.FailureLimits;
import dev.prodigy.engine.limit.ItemCounts;
import dev.prodigy.engine.limit.LimitReached;
import dev.prodigy.engine.run.Ending;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.RunEvent.PolicyStopped;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.value.Value;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The end that a run's own policy puts to it (spec 02 §6.4).
final class PolicyStop {
    private PolicyStop() {}

    /// @return the stop that the outcomes of items so far set off, or null. Asked after every finished
    ///     item, whether
    /// one
    ///     is left or not
    static @Nullable PolicyStopped of(MapRules rules, RunState state) {
        var redriving = state.redriving();
        boolean over = redriving == null
                ? state.policyStopped() != null
                : !redriving.isShaped() || redriving.stopped() != null || redriving.isClosed();
        if (over || state.processed() == 0) {
            return null;
        }
        var counts = new ItemCounts((int) (state.processed() - state.failures()), (int) state.failures());
        var reached = limits(rules, state).check(disposition(rules, state), counts);
        return reached == null ? null : event(reached);
    }

    private static FailureLimits limits(MapRules rules, RunState state) {
        var failures = state.setting(RunSetting.MAX_FAILURES);
        var rate = state.setting(RunSetting.FAILURE_THRESHOLD);
        return rules.limits()
                .changedBy(failures == null ? null : failures.intValue(), rate == null ? null : rate.doubleValue());
    }

    private static @Nullable FailureDisposition disposition(MapRules rules, RunState state) {
        var last = state.lastFailure();
        return last == null || state.failures() == 0 ? null : Disposition.of(rules, last);
    }

    /// @return how the run ends after that stop
    static Ending.Stopped ending(RunState state, PolicyStopped stop) {
        var code = KnownCode.valueOf(stop.reason().toUpperCase(Locale.ROOT));
        var error = ErrorRecord.of(code.stoppingTheRun(), message(stop)).causedBy(state.lastFailure());
        return new Ending.Stopped(stop.reason(), error);
    }

    private static PolicyStopped event(LimitReached reached) {
        return new PolicyStopped(
                reached.reason(),
                Value.of(reached.limit()),
                Value.of(reached.observed()),
                reached.counts().failures(),
                reached.counts().processed());
    }

    private static String message(PolicyStopped stop) {
        var numbers = stop.failures() + " of " + stop.processed() + " finished items failed";
        return switch (stop.reason()) {
            case "item_failed" -> "stopped at the first failed item: " + numbers;
            case "max_failures_reached" -> "stopped at max_failures: " + numbers;
            case "failure_threshold_exceeded" -> "stopped at failure_threshold: " + numbers;
            default -> "stopped by policy: " + numbers;
        };
    }
}
