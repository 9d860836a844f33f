package dev.prodigy.model.env;

import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Text;

/// Where the value of a secret comes from (spec 01 §13).
///
/// @param required a missing value keeps the run from starting
public record Secret(Source source, boolean required, Span span) {

    /// A provider.
    public sealed interface Source {
        /// A variable of the process or of an env file.
        record Variable(String name) implements Source {}

        /// The value itself stands in the file.
        record Literal(String value) implements Source {}

        /// The content of a file, trailing line ends removed.
        record File(String path) implements Source {}

        /// The output of a shell command.
        record Command(Text command) implements Source {}
    }
}
