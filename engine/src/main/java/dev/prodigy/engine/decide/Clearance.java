package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.engine.run.Underway.Tidying;
import java.util.function.Supplier;

/// A run removes the worktrees that it no longer needs, and ends what its steps left running, before its last event,
/// so that the journal tells of it (spec 03 §12, §13).
final class Clearance {
    private Clearance() {}

    /// @param wholly nothing of the run's own is needed any more
    /// @param last the end of the run, once that is done
    static Decision before(RunState state, boolean wholly, Supplier<Decision> last) {
        var started = state.started();
        if (started == null) {
            return last.get();
        }
        return switch (state.underway().tidying()) {
            case AHEAD -> {
                state.underway().tidying(Tidying.BEGUN);
                yield new Decision.Builder().effect(new Effect.TidyUp(wholly)).done();
            }
            case BEGUN -> Decision.NOTHING;
            case DONE -> last.get();
        };
    }

    /// @return whether the target of a run that is over has all its commits
    static boolean isWhole(RunState state) {
        return switch (state.stage("merge")) {
            case StageState.Done _ -> true;
            case StageState.LeftOut left ->
                left.reason().equals(MergeResult.NO_COMMITS) || left.reason().equals("no_worktree");
            case StageState.Ahead _, StageState.Open _, StageState.Failed _ -> false;
        };
    }
}
