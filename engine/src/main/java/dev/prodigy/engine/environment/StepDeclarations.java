package dev.prodigy.engine.environment;

import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.SetupCapture;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What the steps of a workflow will bring forth and ask for, known before any of them runs.
///
/// @param ids of steps: namespaces from the beginning on
/// @param captures names of captures: owned from the step after the one that makes them
/// @param readsChanges whether a text or an option may ask what steps change in git
/// @param combined what is asked for in order of arrival
/// @param unread paths of steps whose outputs no text reads
public record StepDeclarations(
        Set<String> ids, Set<String> captures, boolean readsChanges, CombinedOutputs combined, Set<String> unread) {
    /// Nothing but changes.
    public static final StepDeclarations NOTHING =
            new StepDeclarations(Set.of(), Set.of(), true, CombinedOutputs.NONE, Set.of());

    public StepDeclarations {
        ids = Set.copyOf(ids);
        captures = Set.copyOf(captures);
        unread = Set.copyOf(unread);
    }

    /// An answer costs a look at the working tree before and behind each step. The events of steps outside of items
    /// tell what they changed; those of items have none.
    ///
    /// @param inItem whether the step is an item's
    /// @return whether what a step changes is to be looked for
    public boolean tracksChanges(boolean inItem) {
        return readsChanges || !inItem;
    }

    /// @return what the steps of the workflow declare
    public static StepDeclarations of(Workflow workflow, boolean readsChanges) {
        var ids = new HashSet<String>();
        var captures = new HashSet<String>();
        if (workflow instanceof Workflow.MapReduce mapReduce) {
            mapReduce.captures().stream().map(SetupCapture::name).forEach(captures::add);
        }
        workflow.header().workflows().forEach(entry -> ids.add(namespace(entry.name())));
        for (var step : AllSteps.of(workflow)) {
            if (step.id() != null) {
                ids.add(step.id());
            }
            addCaptures(step, captures);
        }
        return new StepDeclarations(
                ids, captures, readsChanges, CombinedOutputs.of(workflow), UnreadOutputs.of(workflow));
    }

    /// @return the names of captures that the steps of a list make, those of steps inside others included
    public static Set<String> captures(List<Step> list) {
        var captures = new HashSet<String>();
        for (var step : list) {
            addCaptures(step, captures);
            AllSteps.inside(step).forEach(each -> addCaptures(each, captures));
        }
        return Set.copyOf(captures);
    }

    private static void addCaptures(Step step, Set<String> captures) {
        var capture = step.options().captures().name();
        if (capture != null) {
            captures.add(capture);
        }
        addHandlers(step, captures);
    }

    /// An entry of `workflows` that came under an alias is `x.NAME` (spec 01 §12).
    private static String namespace(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    private static void addHandlers(Step step, Set<String> captures) {
        var reactions = new HashSet<>(step.reactions().onExitCode().values());
        if (step.reactions().onFailure() != null) {
            reactions.add(step.reactions().onFailure());
        }
        for (var reaction : reactions) {
            if (reaction instanceof FailureReaction.Handle handle) {
                captures.addAll(handle.captures());
            }
        }
        var validation = step.validation();
        if (validation != null && validation.onIncomplete() != null) {
            captures.addAll(validation.onIncomplete().captures());
        }
    }
}
