package dev.prodigy.engine.breaker;

import dev.prodigy.engine.classify.Matching;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.policy.BreakerPolicy;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Which failures count for a breaker (spec 02 §7, `trips_on`).
public final class TripsOn {
    private TripsOn() {}

    /// @param error of the failed request
    /// @param failedAt when it failed
    /// @return a counting failure, or a neutral one
    public static RequestOutcome of(ErrorRecord error, Instant failedAt, BreakerPolicy policy) {
        var counts = policy.tripsOn() == null ? countsByDefault(error) : Matching.matches(policy.tripsOn(), error);
        return counts ? new RequestOutcome.Failure(resetsAt(error.evidence(), failedAt)) : new RequestOutcome.Neutral();
    }

    private static boolean countsByDefault(ErrorRecord error) {
        return switch (error.category()) {
            case DEFINITION, CANCELLED, CIRCUIT_OPEN, QUOTA -> false;
            default -> true;
        };
    }

    private static @Nullable Instant resetsAt(Evidence evidence, Instant failedAt) {
        var after = evidence.retryAfterMs();
        return evidence.resetsAt() != null || after == null
                ? evidence.resetsAt()
                : failedAt.plus(Duration.ofMillis(after));
    }
}
