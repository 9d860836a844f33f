package dev.prodigy.lang.expr.scope;

/// Whether a value may stand in shell code (spec 01 §9.1).
public enum Nature {
    /// The author's own: inserted as if it were typed there.
    TEXT,
    /// From outside: passed by reference, never code. A text into which data was interpolated is data.
    DATA;

    /// @return DATA when one of the two is
    public Nature and(Nature other) {
        return this == DATA ? DATA : other;
    }
}
