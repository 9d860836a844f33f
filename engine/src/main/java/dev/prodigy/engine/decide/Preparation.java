package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.StepsResult;

/// Decides upon what comes before the first step each time a run is taken up: the commands of its environment, without
/// which nothing can begin (spec 01 §13).
final class Preparation {
    private Preparation() {}

    /// @return its start; nothing where it is under way, or a person holds the run back
    static Decision begin(RunState state) {
        if (state.underway().stage() || state.pause().isOn()) {
            return Decision.NOTHING;
        }
        state.underway().stage(true);
        return new Decision.Builder().effect(new Effect.Prepare()).done();
    }

    /// A redrive and a merge by itself fail with their own phase, so that what they were asked for is closed.
    static Decision ended(RunState state, Signal.Prepared prepared) {
        var underway = state.underway();
        underway.stage(false);
        return switch (prepared.result()) {
            case StepsResult.Interrupted _ -> Decision.NOTHING;
            case StepsResult.Succeeded _ -> {
                underway.prepared(null);
                yield Decision.NOTHING;
            }
            case StepsResult.Failed(var error) -> {
                boolean ofPhase = state.isMergingOnly() || state.redriving() != null;
                underway.prepared(ofPhase ? null : error);
                yield ofPhase ? StageEndings.failed(state.isMergingOnly() ? "merge" : "map", error) : Decision.NOTHING;
            }
        };
    }
}
