package dev.prodigy.cli.runs;

import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import java.util.Set;

/// Which events end a run, and whether one goes on.
public final class RunEnd {
    private static final String COMPLETED = "workflow_completed";
    private static final Set<String> EARLY = Set.of(
            "workflow_failed", "workflow_stopped", "workflow_timed_out", "workflow_cancelled", "workflow_interrupted");

    private RunEnd() {}

    /// @return whether an event of this type ends a run
    public static boolean isEnd(String eventType) {
        return isCompletion(eventType) || EARLY.contains(eventType);
    }

    /// @return whether an event of this type tells that a run came to its end
    public static boolean isCompletion(String eventType) {
        return eventType.equals(COMPLETED);
    }

    /// @return whether another process works on the run now
    public static boolean isHeld(RunArgument runs, RunRef run) {
        return OwnerLock.holder(runs.home().runLock(run.repo(), run.run())).isPresent();
    }
}
