package dev.prodigy.engine.retry;

import dev.prodigy.model.error.Retries;
import dev.prodigy.model.error.RetryAborted;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// What follows a failed attempt (spec 02 §3.6).
public sealed interface RetryDecision {

    /// Another attempt, after a wait.
    ///
    /// @param delay from the failure on
    /// @param dueAt when the wait ends
    record Again(Duration delay, Source source, Instant dueAt) implements RetryDecision {}

    /// All allowed attempts were used.
    record Exhausted() implements RetryDecision {}

    /// No further attempt although some are left.
    record GivenUp(RetryAborted reason) implements RetryDecision {}

    /// Who asked for the wait (`delay_source`, spec 02 §12).
    enum Source {
        BACKOFF,
        RETRY_AFTER;

        /// @return the source as it is written in events
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// @return what the error record of the attempt says after this decision
    default Retries on(Retries attempt) {
        return switch (this) {
            case Again _ -> attempt;
            case Exhausted _ -> attempt.usedUp();
            case GivenUp(var reason) -> attempt.givenUp(reason);
        };
    }
}
