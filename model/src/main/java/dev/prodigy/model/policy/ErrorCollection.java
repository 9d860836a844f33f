package dev.prodigy.model.policy;

/// When finally failed items are reported (spec 02 §4). Governs reporting only.
public sealed interface ErrorCollection {

    /// One report when the map phase ends or the run stops.
    record Aggregate() implements ErrorCollection {}

    /// Each finally failed item at once.
    record Immediate() implements ErrorCollection {}

    /// A report per `size` failed items, the remainder at the end.
    ///
    /// @param size at least 1
    record Batched(int size) implements ErrorCollection {
        /// The size of a bare `batched`.
        public static final int DEFAULT_SIZE = 10;
    }
}
