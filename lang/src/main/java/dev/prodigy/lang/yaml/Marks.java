package dev.prodigy.lang.yaml;

import dev.prodigy.model.source.Span;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;

/// The library's positions, which count from 0, as ours.
final class Marks {
    private Marks() {}

    /// @return the span between two marks; without a start the beginning of the file
    static Span span(String file, Optional<Mark> start, Optional<Mark> end) {
        if (start.isEmpty()) {
            return Span.startOf(file);
        }
        var from = start.get();
        var to = end.orElse(from);
        return new Span(file, from.getLine() + 1, from.getColumn() + 1, to.getLine() + 1, to.getColumn() + 1);
    }
}
