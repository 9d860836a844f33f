package dev.prodigy.model.policy;

import java.util.Locale;

/// How a wait is spread at random (spec 02 §3.4).
///
/// @param factor 0…1: the spread of `symmetric`, and of a requested wait whenever there is jitter (spec 02 §3.6)
public record Jitter(Kind kind, double factor) {
    /// The factor when none is written.
    public static final double DEFAULT_FACTOR = 0.3;

    /// Waits as computed.
    public static final Jitter NONE = new Jitter(Kind.NONE, DEFAULT_FACTOR);

    /// The rule by which a wait is drawn.
    public enum Kind {
        NONE,
        FULL,
        EQUAL,
        DECORRELATED,
        SYMMETRIC;

        private final String word = name().toLowerCase(Locale.ROOT);

        /// @return the kind as it is written in workflows
        public String word() {
            return word;
        }
    }

    /// @return whether waits are spread at all
    public boolean isOn() {
        return kind != Kind.NONE;
    }
}
