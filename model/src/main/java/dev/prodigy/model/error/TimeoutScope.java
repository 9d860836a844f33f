package dev.prodigy.model.error;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Which of the nested time limits passed (spec 02 §10).
public enum TimeoutScope {
    ATTEMPT,
    IDLE,
    STEP,
    AGENT,
    PHASE,
    WORKFLOW,
    SYNCHRONIZATION;

    private final String word = name().toLowerCase(Locale.ROOT);

    /// @return the scope as it is written in JSON
    public String word() {
        return word;
    }

    /// @return the scope of this word, or null when there is none
    public static @Nullable TimeoutScope ofWord(String word) {
        for (var each : values()) {
            if (each.word.equals(word)) {
                return each;
            }
        }
        return null;
    }
}
