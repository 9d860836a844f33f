package dev.prodigy.lang.shell;

/// What kind of value a placeholder will have, as far as the workflow alone tells (spec 01 §9.1).
public enum PlaceholderNature {
    /// Not the workflow's.
    FOREIGN,
    /// The author's own words.
    TEXT,
    /// A value from outside.
    DATA,
    /// Data that is a number.
    NUMBER,
    /// Data that is a declared secret.
    SECRET,
    /// Data with the `:words` modifier.
    WORDS,
    /// Data with the `:q` modifier, fit to stand in another program's shell code.
    QUOTED,
    /// Data that the author puts into the text unprotected with `:raw`.
    RAW;

    boolean isData() {
        return this == DATA || this == NUMBER || this == SECRET || this == WORDS;
    }
}
