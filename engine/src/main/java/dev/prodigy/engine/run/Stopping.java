package dev.prodigy.engine.run;

/// Whether policy has stopped what is under way: the run, a redrive, or a merge by itself (spec 02 §6.4, 03 §15).
public final class Stopping {
    private Stopping() {}

    /// @return whether nothing new starts
    public static boolean of(RunState state) {
        if (state.loneMerge != null) {
            return state.loneMerge.stopped != null;
        }
        return state.redriving == null ? state.policyStopped != null : state.redriving.gaveUp();
    }

    /// @return whether nothing new starts outside of items either: not so in a reduce that runs although the items were
    ///     stopped (spec 02 §6.4)
    public static boolean ofLists(RunState state) {
        return state.loneMerge != null
                ? of(state)
                : state.redriving == null && state.policyStopped != null && !state.stoppedInMap;
    }

    /// @return whether a breaker that opens can stop what is under way: not a redrive in which all that was chosen runs
    ///     whatever fails (spec 03 §15), where it is waited for
    public static boolean followsBreakers(RunState state) {
        return !of(state) && (state.redriving == null || state.redriving.mayGiveUp());
    }
}
