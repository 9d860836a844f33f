package dev.prodigy.model.text;

import dev.prodigy.model.source.Span;

/// An expression of the workflow file in its author's words (spec 01 §10). It has been checked when the
/// workflow was loaded.
public record Expression(String source, Span span) {
    @Override
    public String toString() {
        return source;
    }
}
