package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.MapRules;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.policy.FailureDisposition;

/// What the policy says about an item that finally failed with such an error (spec 02 §5.1, §10).
final class Disposition {
    private Disposition() {}

    /// @return the policy's disposition; items that ran out of time may have one of their own
    static FailureDisposition of(MapRules rules, ErrorRecord error) {
        var action = isByTimeout(rules, error) ? rules.timeouts().action() : null;
        return switch (action) {
            case null -> rules.policy().onItemFailure();
            case DLQ, GRACEFUL_TERMINATE -> new FailureDisposition.Dlq();
            case SKIP -> new FailureDisposition.Skip();
            case FAIL -> new FailureDisposition.Stop();
        };
    }

    /// @return `timeout` where `timeout_action` gives an item up, else `policy`
    static String reasonToSkip(MapRules rules, ErrorRecord error) {
        return isByTimeout(rules, error) && rules.timeouts().action() != null ? "timeout" : "policy";
    }

    private static boolean isByTimeout(MapRules rules, ErrorRecord error) {
        return rules.timeouts().isOver(error);
    }
}
