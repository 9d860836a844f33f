package dev.prodigy.engine.world;

/// The run is ending: whatever waits or runs is to unwind at once. What was under way counts as interrupted,
/// never as failed.
public final class Cut extends Exception {
    private static final long serialVersionUID = 1;

    /// The unwinding of one piece of work.
    public Cut() {
        super("the run is ending", null, false, false);
    }
}
