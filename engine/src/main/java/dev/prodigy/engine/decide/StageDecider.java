package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.workflow.PhaseSteps.When;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Decides which stage of the run comes next, whether its author wants it now, and how it starts (spec 03
/// §1).
final class StageDecider {
    private final Plan plan;
    private final MapDecider map;
    private final Conclusion conclusion;

    StageDecider(Plan plan, MapDecider map, Conclusion conclusion) {
        this.plan = plan;
        this.map = map;
        this.conclusion = conclusion;
    }

    /// A pass that failed lets the passes behind it run, but its half-done work is not offered for merging.
    Decision goOn(RunState state, Moment moment) {
        boolean failed = false;
        for (var stage : plan.stages()) {
            if (isBeyondTheLast(state, stage)) {
                continue;
            }
            if (failed && stage instanceof Stage.Merge) {
                break;
            }
            if (!state.stage(stage).isSettled()) {
                var reason = whyLeftOut(state, stage);
                return reason == null ? go(state, stage, moment) : leaveOut(stage, reason);
            }
            failed |= state.stage(stage) instanceof StageState.Failed;
            if (failed && (plan.passing().failFast() || !(stage instanceof Stage.Pass))) {
                break;
            }
        }
        return conclude(state, moment);
    }

    /// @return the start of a stage that is not under way, or what its items need now
    Decision go(RunState state, Stage stage, Moment moment) {
        if (stage instanceof Stage.Map
                && state.items() != null
                && !state.underway().stage()) {
            return map.advance(state, moment);
        }
        if (state.underway().stage() || state.pause().isOn()) {
            return Decision.NOTHING;
        }
        state.underway().stage(true);
        var decision = new Decision.Builder();
        var fresh = state.stage(stage) instanceof StageState.Ahead;
        switch (stage) {
            case Stage.Steps steps -> {
                if (fresh) {
                    decision.event(new PhaseEvent.PhaseStarted(steps.name(), null));
                }
                decision.effect(new Effect.RunSteps(steps));
            }
            case Stage.Pass pass -> {
                if (fresh) {
                    decision.event(
                            Context.phase("commands").inPass(pass.number()),
                            new PhaseEvent.PassStarted(pass.iteration(), pass.arg()));
                }
                decision.effect(new Effect.RunSteps(pass));
            }
            case Stage.Map _ -> decision.effect(new Effect.LoadItems());
            case Stage.Merge _ -> decision.effect(new Effect.OfferMerge());
        }
        return decision.done();
    }

    /// @return whether a pass is beyond an iteration that made no commit, which ends the series
    private boolean isBeyondTheLast(RunState state, Stage stage) {
        if (!plan.passing().untilUnchanged() || !(stage instanceof Stage.Pass pass) || pass.iteration() == 1) {
            return false;
        }
        return state.stage(stage) instanceof StageState.Ahead
                && plan.stages().stream()
                        .filter(each -> each instanceof Stage.Pass before
                                && before.iteration() < pass.iteration()
                                && isUnchanged(state, before.iteration()))
                        .findAny()
                        .isPresent();
    }

    private boolean isUnchanged(RunState state, int iteration) {
        return plan.stages().stream()
                .noneMatch(each -> each instanceof Stage.Pass pass
                        && pass.iteration() == iteration
                        && state.passes().hasChanged(pass));
    }

    /// @return why the stage's author does not want it now, or null
    private @Nullable String whyLeftOut(RunState state, Stage stage) {
        boolean spoiled = state.items() != null && !map.allSuccessful(state);
        return switch (stage) {
            case Stage.Steps steps
            when steps.name().equals("reduce") ->
                switch (plan.conditions().reduce()) {
                    case COMPLETE -> spoiled ? "items_failed" : null;
                    case ENDED, ALWAYS -> null;
                };
            case Stage.Merge _ ->
                plan.conditions().merge() == When.COMPLETE && spoiled
                        ? state.hasCommits() && !state.branch().merged() ? "items_failed" : MergeResult.NO_COMMITS
                        : null;
            case Stage.Steps _, Stage.Pass _, Stage.Map _ -> null;
        };
    }

    private static Decision leaveOut(Stage stage, String reason) {
        var decision = new Decision.Builder();
        if (stage instanceof Stage.Merge) {
            decision.event(new WorktreeEvent.MergeSkipped(reason));
        }
        return decision.event(new PhaseEvent.PhaseCompleted(stage.name(), 0, null, null, null, reason))
                .done();
    }

    private Decision conclude(RunState state, Moment moment) {
        var failure = plan.stages().stream()
                .map(state::stage)
                .mapMulti((StageState each, Consumer<ErrorRecord> failures) -> {
                    if (each instanceof StageState.Failed failed) {
                        failures.accept(failed.error());
                    }
                })
                .findFirst();
        if (failure.isPresent()) {
            return Clearance.before(state, false, () -> conclusion.failed(state, failure.get(), moment));
        }
        var outputs = state.underway().outputs();
        if (outputs != null) {
            return Clearance.before(
                    state, Clearance.isWhole(state), () -> conclusion.completed(state, outputs, moment));
        }
        if (state.underway().evaluating()) {
            return Decision.NOTHING;
        }
        state.underway().evaluate();
        return new Decision.Builder().effect(new Effect.EvaluateOutputs()).done();
    }
}
