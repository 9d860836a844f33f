package dev.prodigy.model.policy;

/// What becomes of an item that finally failed (spec 02 §5.1).
public sealed interface FailureDisposition {

    /// It is dead-lettered and counts as failed.
    record Dlq() implements FailureDisposition {}

    /// It counts as skipped and is not dead-lettered.
    record Skip() implements FailureDisposition {}

    /// It is dead-lettered, then the run stops.
    record Stop() implements FailureDisposition {}

    /// The handler of this name in `error_policy.handlers` decides.
    record Custom(String handler) implements FailureDisposition {}
}
