package dev.prodigy.engine.decide;

import dev.prodigy.engine.limit.FailureLimits;
import dev.prodigy.engine.limit.ItemCounts;
import dev.prodigy.engine.limit.LimitReached;
import dev.prodigy.engine.run.Ending;
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

    /// @param disposition what became of the item that just failed; null when it succeeded
    /// @return the stop that the outcome of an item sets off, or null
    static @Nullable PolicyStopped after(
            FailureLimits limits, RunState state, @Nullable FailureDisposition disposition) {
        if (state.policyStopped() != null || state.redriving() != null) {
            return null;
        }
        var before = new ItemCounts((int) (state.processed() - state.failures()), (int) state.failures());
        var reached = limits.check(disposition, disposition == null ? before.plusSuccess() : before.plusFailure());
        return reached == null ? null : event(reached);
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
