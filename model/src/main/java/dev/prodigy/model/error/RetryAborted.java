package dev.prodigy.model.error;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Why no further attempt was made although attempts were left (spec 02 §2.1, §3.6).
public enum RetryAborted {
    NOT_RETRYABLE,
    BUDGET,
    RUN_BUDGET,
    DEADLINE,
    RETRY_AFTER,
    CIRCUIT_OPEN,
    CANCELLED;

    private final String word = name().toLowerCase(Locale.ROOT);

    /// @return the reason as it is written in JSON
    public String word() {
        return word;
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
