package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.MapRules;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.policy.FailureDisposition;

/// What the policy says about an item that finally failed with such an error (spec 02 §5.1, §10).
final class Disposition {
    private Disposition() {}

    /// @return the policy's disposition; items that ran out of time may have one of their own
    static FailureDisposition of(MapRules rules, ErrorRecord error) {
        var action = error.evidence().timeoutScope() == TimeoutScope.AGENT ? rules.timeoutAction() : null;
        return switch (action) {
            case null -> rules.policy().onItemFailure();
            case DLQ, GRACEFUL_TERMINATE -> new FailureDisposition.Dlq();
            case SKIP -> new FailureDisposition.Skip();
            case FAIL -> new FailureDisposition.Stop();
        };
    }
}
