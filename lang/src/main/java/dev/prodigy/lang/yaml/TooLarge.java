package dev.prodigy.lang.yaml;

import dev.prodigy.model.source.Span;

/// A document exceeds one of its {@link DocumentLimits}; reading it further would be unsafe.
final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Span span;

    TooLarge(String message, Span span) {
        super(message, null, false, false);
        this.span = span;
    }

    Span span() {
        return span;
    }
}
