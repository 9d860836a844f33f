package dev.prodigy.runtime.run.input;

import java.util.Map;

/// The workflows that steps of a run have begun to run, those of items included, and what these began to run in turn.
///
/// @param inner by the file, as the steps of the workflow that calls it name it now
public record BegunCalls(Map<String, BegunCalls> inner) {
    /// None.
    public static final BegunCalls NONE = new BegunCalls(Map.of());

    public BegunCalls {
        inner = Map.copyOf(inner);
    }
}
