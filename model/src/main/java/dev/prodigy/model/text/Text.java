package dev.prodigy.model.text;

import dev.prodigy.model.source.Span;

/// A text of the workflow file that may hold placeholders; they are filled when the step that owns it starts
/// (spec 01 §8).
///
/// @param source the text as its author wrote it
public record Text(String source, Span span) {
    /// @return the text in its file's spelling
    @Override
    public String toString() {
        return source;
    }
}
