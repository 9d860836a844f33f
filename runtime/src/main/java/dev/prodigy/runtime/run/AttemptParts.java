package dev.prodigy.runtime.run;

import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.item.ItemStore;

/// What the attempts of all items share.
///
/// @param stages whose captures the items can read
record AttemptParts(RunParts run, RunActor actor, Worlds worlds, ItemStore items, StageRunner stages) {

    /// @return the workflow
    /// @throws IllegalStateException when it has no items
    Workflow.MapReduce workflow() {
        if (run.workflow() instanceof Workflow.MapReduce mapReduce) {
            return mapReduce;
        }
        throw new IllegalStateException("a workflow without a map phase has no items");
    }

    /// @return its map phase
    MapPhase map() {
        return workflow().map();
    }
}
