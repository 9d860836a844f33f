package dev.prodigy.engine.signature;

import dev.prodigy.model.error.ErrorRecord;

/// An item that finally failed.
///
/// @param skipped whether it counts as skipped by its disposition, else as failed
public record FinalFailure(String itemId, ErrorRecord error, Signature signature, boolean skipped) {}
