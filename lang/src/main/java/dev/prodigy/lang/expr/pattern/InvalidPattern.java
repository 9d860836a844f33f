package dev.prodigy.lang.expr.pattern;

/// A regular expression or glob that is not one (problem INVALID_PATTERN, spec 01 §14).
public final class InvalidPattern extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvalidPattern(String message) {
        super(message);
    }
}
