package dev.prodigy.lang.decode;

/// What an unknown key is (spec 00, "Errors that people read").
public enum Unknown {
    /// A warning; an error with `--strict`.
    WARNING,
    /// An error: a typing mistake here would silently remove safety.
    ERROR
}
