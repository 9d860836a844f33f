package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.RunEvent.PolicyStopped;
import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// The limits of an error policy: when they stop a run, and how that reads (spec 02 §6).
final class PolicyStop {
    private PolicyStop() {}

    /// Checks the limits in their order, after the outcome of an item.
    ///
    /// @param failures finally failed items, this one included
    /// @param processed items with an outcome, this one included
    /// @param justFailed whether that outcome was a failure
    /// @return the stop, or null while no limit is reached
    static @Nullable PolicyStopped check(
            ErrorPolicy policy, long failures, long processed, boolean justFailed, FailureDisposition disposition) {
        if (justFailed && (disposition instanceof FailureDisposition.Stop || !policy.continueOnFailure())) {
            return new PolicyStopped("ITEM_FAILED", null, Value.of(failures), failures, processed);
        }
        var maxFailures = policy.maxFailures();
        if (maxFailures != null && failures >= maxFailures) {
            return new PolicyStopped(
                    "MAX_FAILURES_REACHED", Value.of(maxFailures), Value.of(failures), failures, processed);
        }
        return null;
    }

    /// @return the error of the run that was stopped so
    static ErrorRecord error(RunState state, PolicyStopped stop) {
        var code = ErrorCode.of(stop.reason(), Category.POLICY);
        return ErrorRecord.of(code, message(stop)).causedBy(state.lastFailure());
    }

    private static String message(PolicyStopped stop) {
        var numbers = stop.failures() + " of " + stop.processed() + " processed items failed";
        return switch (stop.reason()) {
            case "ITEM_FAILED" -> "stopped because an item failed: " + numbers;
            case "MAX_FAILURES_REACHED" -> "stopped at max_failures: " + numbers;
            case "FAILURE_THRESHOLD_EXCEEDED" -> "stopped at failure_threshold: " + numbers;
            default -> "stopped by policy (" + stop.reason() + "): " + numbers;
        };
    }
}
