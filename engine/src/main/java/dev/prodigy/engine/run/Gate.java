package dev.prodigy.engine.run;

/// Whether work that is under way may begin another execution (spec 05 §2.7).
public enum Gate {
    /// It may.
    OPEN,
    /// A person paused the run: whatever would begin waits.
    HELD,
    /// The run is drained: attempts of items come to their end; of a list of steps no further one
    /// begins.
    CLOSED
}
