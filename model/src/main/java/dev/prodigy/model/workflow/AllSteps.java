package dev.prodigy.model.workflow;

import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.Validation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Every step of a workflow, those inside others and those of handlers included.
public final class AllSteps {
    private final List<Step> found = new ArrayList<>();

    private AllSteps() {}

    /// @return the steps in the order of the document; of a composed one file by file
    public static List<Step> of(Workflow workflow) {
        var steps = new AllSteps();
        switch (workflow) {
            case Workflow.Standard standard -> steps.addAll(standard.commands());
            case Workflow.MapReduce mapReduce -> {
                steps.add(mapReduce.setup());
                steps.addAll(mapReduce.map().agentTemplate());
                steps.add(mapReduce.map().onConflict());
                steps.add(mapReduce.reduce());
                mapReduce.handlers().values().forEach(handler -> steps.addAll(handler.steps()));
            }
        }
        var header = workflow.header();
        steps.addAll(header.worktree().setup());
        steps.add(header.merge().phase());
        steps.add(header.merge().onConflict());
        return steps.inOrder();
    }

    /// @return the steps inside a step: of its kind, its validation, its handlers
    public static List<Step> inside(Step step) {
        var steps = new AllSteps();
        steps.addInside(step);
        return List.copyOf(steps.found);
    }

    private List<Step> inOrder() {
        Map<String, Integer> files = new LinkedHashMap<>();
        found.forEach(step -> files.putIfAbsent(step.span().file(), files.size()));
        found.sort((one, other) -> inOrder(one.span(), other.span(), files));
        return found;
    }

    /// Written out, since every start would make the comparators of the Java library anew.
    private static int inOrder(Span one, Span other, Map<String, Integer> files) {
        int byFile = Integer.compare(files.getOrDefault(one.file(), 0), files.getOrDefault(other.file(), 0));
        int byLine = byFile == 0 ? Integer.compare(one.line(), other.line()) : byFile;
        return byLine == 0 ? Integer.compare(one.column(), other.column()) : byLine;
    }

    private void addAll(List<Step> steps) {
        steps.forEach(this::add);
    }

    private void add(@Nullable PhaseSteps phase) {
        if (phase != null) {
            addAll(phase.steps());
        }
    }

    private void add(OnConflict onConflict) {
        if (onConflict instanceof OnConflict.Resolve resolve) {
            addAll(resolve.steps());
        }
    }

    private void add(Step step) {
        found.add(step);
        addInside(step);
    }

    private void addInside(Step step) {
        switch (step.kind()) {
            case StepKind.Foreach foreach -> addAll(foreach.body());
            case StepKind.Inline inline -> addAll(inline.body());
            case StepKind.Validate validate -> add(validate.validation());
            case StepKind.Shell _,
                    StepKind.Agent _,
                    StepKind.WriteFile _,
                    StepKind.SubWorkflow _,
                    StepKind.Removed _ -> {}
        }
        add(step.options().resilience().afterRetries());
        var reactions = step.reactions();
        if (reactions.validation() != null) {
            add(reactions.validation());
        }
        addAll(reactions.onSuccess());
        add(reactions.onFailure());
        reactions.onExitCode().values().forEach(this::add);
    }

    private void add(AfterRetries after) {
        if (after instanceof AfterRetries.Fallback(var step)) {
            add(step);
        }
    }

    private void add(Validation validation) {
        addAll(validation.commands());
        if (validation.onIncomplete() != null) {
            addAll(validation.onIncomplete().steps());
        }
    }

    private void add(@Nullable FailureReaction reaction) {
        switch (reaction) {
            case FailureReaction.Handle handle -> addAll(handle.steps());
            case FailureReaction.After(var after) -> add(after);
            case FailureReaction.Tolerate _, FailureReaction.Ignore _ -> {}
            case null -> {}
        }
    }
}
