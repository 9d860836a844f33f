package dev.prodigy.lang.expr;

/// Where a text with placeholders stands, which decides what may be in it and what becomes of names that are not
/// owned (spec 01 §8.1, §8.4).
public enum TextPlace {
    /// Text that a shell runs: no expressions, `$NAME` is the shell's, and so is what is not owned.
    SHELL,
    /// Any other text: what is not owned stays byte for byte.
    TEXT,
    /// The same where a list is taken: words (`:words`) are its elements.
    LIST,
    /// A value of `env`: what is not owned comes from the process environment; `$1`… are `ARG_1`….
    ENVIRONMENT,
    /// `working_dir`, paths, and numbers and durations given as a placeholder: what is not owned comes from
    /// the process environment.
    PATH,
    /// Inside an expression: no `$NAME`; what is not owned comes from the process environment, else is null.
    EXPRESSION;

    boolean allowsExpressions() {
        return this != SHELL;
    }

    boolean replacesBareNames() {
        return this == TEXT || this == LIST || readsEnvironment();
    }

    /// @return whether words become one text (spec 01 §8.3)
    boolean joinsWords() {
        return this == TEXT || readsEnvironment();
    }

    boolean readsEnvironment() {
        return this == ENVIRONMENT || this == PATH;
    }
}
