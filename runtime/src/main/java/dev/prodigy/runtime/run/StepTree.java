package dev.prodigy.runtime.run;

import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.model.workflow.PhaseSteps;
import dev.prodigy.model.workflow.SubWorkflowEntry;
import dev.prodigy.model.workflow.Workflow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The steps of a workflow, each with the list that it stands in.
final class StepTree {
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final String first;

    /// What a list of steps is to the step that it belongs to, in the order in which they run.
    enum Part {
        /// A phase's own list.
        PHASE,
        BODY,
        TEMPLATE,
        FALLBACK,
        VALIDATION,
        COMPLETION,
        FAILURE,
        SUCCESS
    }

    /// Where a list of a workflow's own stands, in the order in which they run.
    enum Root {
        WORKTREE,
        ENTRIES,
        SETUP,
        COMMANDS,
        ITEMS,
        REDUCE,
        MERGE,
        CONFLICT
    }

    /// A list of steps.
    ///
    /// @param captures names that take what it prints
    /// @param replaces whether its last step's product takes the place of the step's that it belongs to
    record Place(Root root, Part part, List<Step> steps, List<String> captures, boolean replaces) {
        private Place inside(Part inner, List<Step> list, List<String> names, boolean gives) {
            return new Place(root, inner, list, names, gives);
        }
    }

    /// A step in its list.
    ///
    /// @param around the step that the list belongs to, or null
    record Node(Step step, Place place, int index, @Nullable Node around) {
        /// @return the steps around it and itself, outermost first
        List<Node> chain() {
            var chain = new ArrayList<Node>();
            for (var node = this; node != null; node = node.around) {
                chain.add(node);
            }
            Collections.reverse(chain);
            return chain;
        }

        Part part() {
            return place.part();
        }

        /// @return the steps in front of it in its list
        List<Step> before() {
            return place.steps().subList(0, index);
        }

        /// @return the outermost step of the round in which it runs, or null outside of loops
        @Nullable
        Node round() {
            for (var node = this; node != null; node = node.around) {
                if (node.part() == Part.BODY) {
                    return node;
                }
            }
            return null;
        }

        /// @return whether it runs in front of another in one passage, or is around it
        boolean precedes(Node other) {
            var mine = chain();
            var others = other.chain();
            for (int i = 0; i < mine.size() && i < others.size(); i++) {
                var one = mine.get(i);
                var two = others.get(i);
                if (one.part() == two.part() && !one.place.equals(two.place)) {
                    return false;
                }
                int byPlace = one.part() == two.part()
                        ? Integer.compare(one.index, two.index)
                        : one.part().compareTo(two.part());
                if (byPlace != 0) {
                    return byPlace < 0;
                }
            }
            return mine.size() <= others.size();
        }
    }

    StepTree(Workflow workflow) {
        var header = workflow.header();
        addAll(Root.WORKTREE, header.worktree().setup());
        addAll(
                Root.ENTRIES,
                header.workflows().stream()
                        .filter(entry -> !entry.isCalled())
                        .map(SubWorkflowEntry::step)
                        .toList());
        switch (workflow) {
            case Workflow.Standard standard -> {
                first = "commands";
                addAll(Root.COMMANDS, standard.commands());
            }
            case Workflow.MapReduce job -> {
                first = "setup";
                addAll(Root.SETUP, steps(job.setup()));
                addAll(Root.ITEMS, job.map().agentTemplate());
                job.handlers().values().forEach(handler -> addAll(Root.ITEMS, handler.steps()));
                addAll(Root.ITEMS, steps(job.map().onConflict()));
                addAll(Root.REDUCE, steps(job.reduce()));
            }
        }
        addAll(Root.MERGE, header.merge().phase().steps());
        addAll(Root.CONFLICT, steps(header.merge().onConflict()));
    }

    /// @return all steps, in the order in which they run
    List<Node> nodes() {
        return List.copyOf(nodes.values());
    }

    /// @return a step by its path, or null
    @Nullable
    Node find(@Nullable String path) {
        return path == null ? null : nodes.get(path);
    }

    /// @return the phase that the events of such a list name; null where the ledger keeps none of them
    @Nullable
    String phase(Root root) {
        return switch (root) {
            case WORKTREE, SETUP -> "setup";
            case ENTRIES -> first;
            case COMMANDS -> "commands";
            case REDUCE -> "reduce";
            case MERGE -> "merge";
            case ITEMS, CONFLICT -> null;
        };
    }

    /// @return the steps of a list of the workflow's own
    List<Step> steps(Root root) {
        return nodes.values().stream()
                .filter(node -> node.around() == null && node.place().root() == root)
                .map(Node::step)
                .toList();
    }

    private static List<Step> steps(@Nullable PhaseSteps phase) {
        return phase == null ? List.of() : phase.steps();
    }

    private static List<Step> steps(OnConflict onConflict) {
        return onConflict instanceof OnConflict.Resolve resolve ? resolve.steps() : List.of();
    }

    private void addAll(Root root, List<Step> steps) {
        add(new Place(root, Part.PHASE, steps, List.of(), false), null);
    }

    private void add(Place place, @Nullable Node around) {
        int index = 0;
        for (var step : place.steps()) {
            var node = new Node(step, place, index++, around);
            nodes.put(step.path(), node);
            addInside(node);
        }
    }

    private void addInside(Node node) {
        var step = node.step();
        switch (step.kind()) {
            case StepKind.Foreach loop -> add(node, Part.BODY, loop.body(), List.of(), true);
            case StepKind.Inline template -> add(node, Part.TEMPLATE, template.body(), List.of(), true);
            case StepKind.Shell _,
                    StepKind.Agent _,
                    StepKind.WriteFile _,
                    StepKind.Validate _,
                    StepKind.SubWorkflow _,
                    StepKind.Removed _ -> {}
        }
        after(node, step.options().resilience().afterRetries());
        var validation = step.validation();
        if (validation != null) {
            add(node, validation);
        }
        reaction(node, step.reactions().onFailure(), Part.FAILURE);
        step.reactions()
                .onExitCode()
                .forEach((code, reaction) -> reaction(node, reaction, code == 0 ? Part.SUCCESS : Part.FAILURE));
        add(node, Part.SUCCESS, step.reactions().onSuccess(), List.of(), false);
    }

    private void add(Node node, Validation validation) {
        boolean alone = node.step().kind() instanceof StepKind.Validate;
        add(node, Part.VALIDATION, validation.commands(), List.of(), alone);
        var completion = validation.onIncomplete();
        if (completion != null) {
            add(node, Part.COMPLETION, completion.steps(), completion.captures(), false);
        }
    }

    private void reaction(Node node, @Nullable FailureReaction reaction, Part part) {
        switch (reaction) {
            case FailureReaction.Handle handle ->
                add(
                        node,
                        part,
                        handle.steps(),
                        handle.captures(),
                        part == Part.FAILURE && handle.strategy() == FailureReaction.Strategy.FALLBACK);
            case FailureReaction.After(var after) -> after(node, after);
            case FailureReaction.Tolerate _, FailureReaction.Ignore _ -> {}
            case null -> {}
        }
    }

    private void after(Node node, AfterRetries after) {
        if (after instanceof AfterRetries.Fallback(var other)) {
            add(node, Part.FALLBACK, List.of(other), List.of(), true);
        }
    }

    private void add(Node node, Part part, List<Step> steps, List<String> captures, boolean replaces) {
        if (!steps.isEmpty()) {
            add(node.place().inside(part, steps, captures, replaces), node);
        }
    }
}
