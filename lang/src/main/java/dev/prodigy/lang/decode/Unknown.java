package dev.prodigy.lang.decode;

/// What an unknown key is (spec 00, "Errors that people read").
public enum Unknown {
    /// A warning; an error with `--strict`.
    WARNING,
    /// An error: a typing mistake here would silently remove safety.
    ERROR;

    /// @return the graver of the two: inside of what guards a run, everything does
    public Unknown atLeast(Unknown other) {
        return compareTo(other) < 0 ? other : this;
    }
}
