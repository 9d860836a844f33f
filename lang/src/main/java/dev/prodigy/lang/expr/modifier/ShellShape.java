package dev.prodigy.lang.expr.modifier;

/// How a value is to be put into shell text (spec 01 §8.3, §9.3). Elsewhere only its text counts.
public enum ShellShape {
    /// One protected word.
    PLAIN,
    /// One protected word per element (`:words`); the value is a list.
    WORDS,
    /// Inserted as text, unprotected (`:raw`).
    RAW,
    /// One protected word whose text is quoted for another shell (`:q`).
    QUOTED
}
