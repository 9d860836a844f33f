package dev.prodigy.lang.expr.value;

/// How a list becomes text where no modifier says so (spec 01 §8.3).
public enum ListStyle {
    /// Compact JSON: what lists are unless they are one of the others.
    JSON,
    /// Elements joined by newline: a capture with `capture_format: lines`.
    LINES,
    /// Elements joined by one blank: the git lists of `step` and `workflow`.
    WORDS
}
