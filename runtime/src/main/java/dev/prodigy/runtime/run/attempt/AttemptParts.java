package dev.prodigy.runtime.run.attempt;

import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.run.actor.RunActor;
import dev.prodigy.runtime.run.stage.Handovers;
import dev.prodigy.runtime.run.stage.RunParts;
import dev.prodigy.runtime.run.stage.StageRunner;
import dev.prodigy.runtime.run.stage.Worlds;

/// What the attempts of all items share.
///
/// @param stages whose captures the items can read
/// @param handovers where failed attempts wait
public record AttemptParts(
        RunParts run, RunActor actor, Worlds worlds, ItemStore items, StageRunner stages, Handovers handovers) {

    /// @return the workflow
    /// @throws IllegalStateException when it has no items
    Workflow.MapReduce workflow() {
        if (run.workflow() instanceof Workflow.MapReduce mapReduce) {
            return mapReduce;
        }
        throw new IllegalStateException("a workflow without a map phase has no items");
    }

    /// @return whether a handler may follow a failed attempt in its place
    boolean mayBeHandled() {
        return workflow().header().errorPolicy().onItemFailure() instanceof FailureDisposition.Custom;
    }

    /// @return its map phase
    MapPhase map() {
        return workflow().map();
    }
}
