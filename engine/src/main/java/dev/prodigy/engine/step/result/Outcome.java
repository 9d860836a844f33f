package dev.prodigy.engine.step.result;

import java.util.Locale;

/// How a step ended (spec 01 §4).
public enum Outcome {
    SUCCEEDED,
    /// It failed, then a rerun succeeded or a declared fallback replaced it.
    RECOVERED,
    /// The failure stands, and its author accepts it.
    TOLERATED,
    /// Its `when` was false.
    SKIPPED,
    FAILED;

    /// @return the outcome as `${id.status}` gives it
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// @return the outcome of this word
    public static Outcome ofWord(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /// @return `${id.success}`
    public boolean isSuccess() {
        return this == SUCCEEDED || this == RECOVERED;
    }

    /// @return whether the list of steps goes on behind it
    public boolean letsListGoOn() {
        return this != FAILED;
    }
}
