package dev.prodigy.model.error;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Why no further attempt was made although attempts were left (spec 02 §2.1, §3.6).
public enum RetryAborted {
    NOT_RETRYABLE("a failure of this kind is not retried"),
    BUDGET("the wait would go beyond retry_budget"),
    RUN_BUDGET("the run's own retry budget is spent"),
    DEADLINE("the next attempt would begin after a timeout"),
    RETRY_AFTER("the wait it asks for is longer than max_retry_after"),
    CIRCUIT_OPEN("the circuit breaker is open"),
    CANCELLED("the run is ending");

    private final String word = name().toLowerCase(Locale.ROOT);
    private final String explanation;

    RetryAborted(String explanation) {
        this.explanation = explanation;
    }

    /// @return the reason as it is written in JSON
    public String word() {
        return word;
    }

    /// @return the reason in words for people
    public String explanation() {
        return explanation;
    }

    /// @return the reason of this word, or null when there is none
    public static @Nullable RetryAborted ofWord(String word) {
        for (var each : values()) {
            if (each.word.equals(word)) {
                return each;
            }
        }
        return null;
    }
}
