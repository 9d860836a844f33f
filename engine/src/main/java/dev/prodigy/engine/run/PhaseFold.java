package dev.prodigy.engine.run;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.Recorded;
import java.time.Duration;

/// What the events of phases and passes make of a run's state.
final class PhaseFold {
    private PhaseFold() {}

    static void apply(RunState state, Recorded recorded, PhaseEvent event) {
        var context = recorded.context();
        switch (event) {
            case PhaseEvent.PhaseStarted started -> {
                state.stages.put(started.phase(), new StageState.Open());
                state.standing = started.phase().equals("merge") ? state.standing : null;
                at(state, started.phase());
            }
            case PhaseEvent.PhaseCompleted done -> {
                state.stages.put(
                        done.phase(),
                        done.reason() == null ? new StageState.Done() : new StageState.LeftOut(done.reason()));
                if (done.reason() == null) {
                    state.branch.acknowledged = state.branch.tip;
                }
                if (done.phase().equals("map")) {
                    state.mapLasted = Duration.ofMillis(done.durationMs());
                }
                if (done.phase().equals("merge")) {
                    at(state, "merge");
                    state.branch.merged = done.reason() == null
                            || (state.branch.merged && done.reason().equals(MergeResult.NO_COMMITS));
                    if (!"no_consent".equals(done.reason())) {
                        state.branch.mergeFailure = null;
                    }
                    state.branch.openMerge = null;
                }
            }
            // a redrive that cannot run leaves the phase what it was
            case PhaseEvent.PhaseFailed failed
            when state.redriving != null && failed.phase().equals("map") -> state.redriving.fail(failed.error());
            case PhaseEvent.PhaseFailed failed -> {
                state.stages.put(failed.phase(), new StageState.Failed(failed.error()));
                at(state, failed.phase());
                if (failed.phase().equals("merge")) {
                    state.branch.merged = false;
                    state.branch.mergeFailure = failed.error();
                    state.branch.openMerge = null;
                }
            }
            case PhaseEvent.PassStarted _ -> {
                state.standing = null;
                state.stages.put(pass(context), new StageState.Open());
                state.phase = "commands";
            }
            case PhaseEvent.PassCompleted done -> {
                state.stages.put(
                        pass(context),
                        done.error() == null ? new StageState.Done() : new StageState.Failed(done.error()));
                if (done.error() == null) {
                    state.branch.acknowledged = state.branch.tip;
                }
            }
        }
    }

    /// A merge by itself leaves the run where it is.
    private static void at(RunState state, String phase) {
        if (!state.isMergingOnly()) {
            state.phase = phase;
        }
    }

    private static String pass(Context context) {
        return "pass-" + context.pass();
    }
}
