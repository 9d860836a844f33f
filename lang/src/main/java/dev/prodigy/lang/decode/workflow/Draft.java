package dev.prodigy.lang.decode.workflow;

import dev.prodigy.model.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/// A workflow as far as its document could be read, with whatever is wrong in it: to be shown, never to be run (spec 05
/// §2.3).
///
/// @param workflow with nothing where a part that it needs could not be read; null where its mode cannot be read at all
/// @param isComplete whether it has every part that it needs
public record Draft(
        String name, Workflow.Mode mode, @Nullable Workflow workflow, boolean isComplete) {

    static Draft of(Workflow workflow, boolean isComplete) {
        return new Draft(workflow.header().name(), workflow.mode(), workflow, isComplete);
    }

    /// @return the workflow; null where it lacks a part that it needs
    public @Nullable Workflow complete() {
        return isComplete ? workflow : null;
    }
}
