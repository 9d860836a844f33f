package dev.prodigy.lang.load;

import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.model.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Every step of a workflow, wherever it stands.
final class AllSteps {
    private final List<Step> found = new ArrayList<>();

    static List<Step> of(Workflow workflow) {
        var steps = new AllSteps();
        steps.addAll(workflow.header().worktree().setup());
        switch (workflow) {
            case Workflow.Standard standard -> steps.addAll(standard.commands());
            case Workflow.MapReduce job -> {
                if (job.setup() != null) {
                    steps.addAll(job.setup().steps());
                }
                steps.addAll(job.map().agentTemplate());
                steps.add(job.map().onConflict());
                if (job.reduce() != null) {
                    steps.addAll(job.reduce().steps());
                }
                job.handlers().values().forEach(handler -> steps.addAll(handler.steps()));
            }
        }
        steps.addAll(workflow.header().merge().phase().steps());
        steps.add(workflow.header().merge().onConflict());
        return steps.found;
    }

    private void addAll(List<Step> steps) {
        steps.forEach(this::add);
    }

    private void add(OnConflict conflict) {
        if (conflict instanceof OnConflict.Resolve resolve) {
            addAll(resolve.steps());
        }
    }

    private void add(Step step) {
        found.add(step);
        switch (step.kind()) {
            case StepKind.Foreach foreach -> addAll(foreach.body());
            case StepKind.Inline inline -> addAll(inline.body());
            case StepKind.Validate(var validation) -> add(validation);
            case StepKind.Shell _,
                    StepKind.Agent _,
                    StepKind.WriteFile _,
                    StepKind.SubWorkflow _,
                    StepKind.Removed _ -> {}
        }
        if (step.options().resilience().afterRetries() instanceof AfterRetries.Fallback(var fallback)) {
            add(fallback);
        }
        add(step.reactions().validation());
        addAll(step.reactions().onSuccess());
        add(step.reactions().onFailure());
        step.reactions().onExitCode().values().forEach(this::add);
    }

    private void add(@Nullable FailureReaction reaction) {
        if (reaction instanceof FailureReaction.Handle handle) {
            addAll(handle.steps());
        }
    }

    private void add(@Nullable Validation validation) {
        if (validation != null) {
            addAll(validation.commands());
            if (validation.onIncomplete() != null) {
                addAll(validation.onIncomplete().steps());
            }
        }
    }
}
