package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.runtime.run.StepTree.Root;

/// What a run is taken up for, which decides what of it may still run (spec 03 §14, §15, 05 §2.8).
enum Reopened {
    /// What is not over goes on.
    RESUME,
    /// The same, and failed items begin anew.
    RETRY_FAILED,
    /// Dead-lettered items begin anew; a reduce that waited for them follows.
    REDRIVE,
    /// What is committed is merged.
    MERGE;

    /// @return whether steps there may run; of those that are over the journal knows
    boolean mayRun(Root root, RunState state) {
        boolean mapIsOver = isOver(state.stage("map"));
        return switch (root) {
            case ENTRIES, SETUP, COMMANDS -> isResume();
            case WORKTREE -> true;
            case ITEMS -> this == RETRY_FAILED || this == REDRIVE || (this == RESUME && !mapIsOver);
            case REDUCE -> isResume() || (this == REDRIVE && mapIsOver);
            case MERGE, CONFLICT -> true;
        };
    }

    /// @return whether steps that are not over go on
    boolean isResume() {
        return this == RESUME || this == RETRY_FAILED;
    }

    /// What `when: always` reduced at a stop is reduced again when the map is over (spec 03 §7).
    ///
    /// @return whether all that runs there begins with its first step
    static boolean beginsAnew(Root root, RunState state) {
        return root == Root.REDUCE && !isOver(state.stage("map"));
    }

    private static boolean isOver(StageState stage) {
        return switch (stage) {
            case StageState.Done _, StageState.LeftOut _ -> true;
            case StageState.Ahead _, StageState.Open _, StageState.Failed _ -> false;
        };
    }
}
