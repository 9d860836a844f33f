package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.engine.run.StepsResult;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// What the end of a stage's work means for the journal: a phase or pass that is done, failed or left out,
/// items that are known now (spec 03 §1, §8). An interrupted stage says nothing: it begins again.
final class StageEndings {
    private StageEndings() {}

    /// @return what a list of steps outside of items has come to
    static Decision steps(RunState state, Plan plan, Signal.StepsEnded ended, Moment moment) {
        state.underway().stage(false);
        return switch (ended.result()) {
            case StepsResult.Interrupted _ -> {
                state.underway().cutStage();
                yield Decision.NOTHING;
            }
            case StepsResult.Succeeded _ -> settled(state, ended.stage(), null, moment);
            case StepsResult.Failed failed ->
                settled(state, ended.stage(), placed(failed.error(), ended.stage(), plan), moment);
        };
    }

    /// Of several passes the error says in which one it was.
    private static ErrorRecord placed(ErrorRecord error, Stage stage, Plan plan) {
        long passes =
                plan.stages().stream().filter(Stage.Pass.class::isInstance).count();
        return stage instanceof Stage.Pass pass && passes > 1 ? error.with("pass", Value.of(pass.number())) : error;
    }

    private static Decision settled(RunState state, Stage stage, @Nullable ErrorRecord error, Moment moment) {
        long ms = state.stageTimes().of(stage.name(), moment.elapsed()).toMillis();
        return switch (stage) {
            case Stage.Pass pass ->
                new Decision.Builder()
                        .event(
                                Context.phase("commands").inPass(pass.number()),
                                new PhaseEvent.PassCompleted(status(state, pass, error), ms, error))
                        .done();
            case Stage.Steps _, Stage.Map _, Stage.Merge _ ->
                error == null
                        ? new Decision.Builder()
                                .event(new PhaseEvent.PhaseCompleted(stage.name(), ms, null, null, null, null))
                                .done()
                        : failed(stage.name(), error);
        };
    }

    private static String status(RunState state, Stage.Pass pass, @Nullable ErrorRecord error) {
        if (error != null) {
            return "failed";
        }
        return state.passes().isMarred(pass) ? "completed_with_failures" : "completed";
    }

    /// @return the failure of a phase as a whole
    static Decision failed(String phase, ErrorRecord error) {
        return new Decision.Builder()
                .event(new PhaseEvent.PhaseFailed(
                        phase, error.with(error.origin().inPhase(phase))))
                .done();
    }

    /// No item can run, as one attempt or several at once have found. It is told once.
    static Decision refused(RunState state, Signal.ItemsRefused refused) {
        state.underway().stage(false);
        var redriving = state.redriving();
        boolean told =
                redriving == null ? state.stage("map") instanceof StageState.Failed : redriving.failure() != null;
        return told ? Decision.NOTHING : failed("map", refused.error());
    }

    /// @param warning about the limits of a run with so many items, or null
    static Decision loaded(RunState state, Signal.ItemsLoaded loaded, @Nullable RunEvent warning) {
        state.underway().stage(false);
        var decision = new Decision.Builder()
                .event(Context.phase("map"), loaded.event())
                .event(new PhaseEvent.PhaseStarted("map", loaded.event().total()));
        return warning == null
                ? decision.done()
                : decision.event(Context.phase("map"), warning).done();
    }

    /// @return what the offer of the run's commits has come to
    static Decision merge(RunState state, Signal.MergeEnded ended, Moment moment) {
        state.underway().stage(false);
        long ms = state.stageTimes().of("merge", moment.elapsed()).toMillis();
        return switch (ended.result()) {
            case MergeResult.Interrupted _ -> Decision.NOTHING;
            case MergeResult.Merged _ ->
                new Decision.Builder()
                        .event(new PhaseEvent.PhaseCompleted("merge", ms, null, null, null, null))
                        .done();
            case MergeResult.LeftOut left ->
                new Decision.Builder()
                        .event(new WorktreeEvent.MergeSkipped(left.reason()))
                        .event(new PhaseEvent.PhaseCompleted("merge", ms, null, null, null, left.reason()))
                        .done();
            case MergeResult.Failed failed -> failed("merge", failed.error());
        };
    }
}
