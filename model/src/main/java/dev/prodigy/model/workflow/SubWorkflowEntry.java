package dev.prodigy.model.workflow;

import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;

/// An entry of `workflows` (spec 01 §12).
///
/// @param step what runs it, with the entry's name as its id
/// @param child what is run
/// @param isCalled whether a `workflow:` step names it; else it runs before the first step
/// @param isParallel runs together with its neighbours that say so too
public record SubWorkflowEntry(Step step, StepKind.SubWorkflow child, boolean isCalled, boolean isParallel) {
    /// @return the entry's name
    public String name() {
        return step.label();
    }

    /// @return the same, which a step names
    public SubWorkflowEntry called() {
        return new SubWorkflowEntry(step, child, true, isParallel);
    }
}
