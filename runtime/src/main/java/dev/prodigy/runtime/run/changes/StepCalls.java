package dev.prodigy.runtime.run.changes;

import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.step.Reactions;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.SubWorkflowEntry;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.run.replay.FoldedJournal;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// What the steps of a changed workflow do, and whom they ask for it: a run of another workflow, a command for the list
/// of a loop.
final class StepCalls {
    private final RunnableWorkflow workflow;
    private final Map<String, StepKind> kinds = new HashMap<>();
    private final Set<String> recovering = new HashSet<>();

    StepCalls(RunnableWorkflow workflow) {
        this.workflow = workflow;
        var entries = workflow.workflow().header().workflows().stream().map(SubWorkflowEntry::step);
        Stream.concat(AllSteps.of(workflow.workflow()).stream(), entries).forEach((Step step) -> {
            kinds.put(step.path(), step.kind());
            if (recovers(step.reactions())) {
                recovering.add(step.path());
            }
        });
    }

    private static boolean recovers(Reactions reactions) {
        return Stream.concat(Stream.ofNullable(reactions.onFailure()), reactions.onExitCode().values().stream())
                .anyMatch(each -> each instanceof FailureReaction.Handle handle
                        && handle.strategy() == FailureReaction.Strategy.RECOVERY);
    }

    /// @param step that a list reacts to
    /// @param path of a place in it
    /// @return whether what stands there is what the step itself does, and it will not do it again
    boolean isBehind(String step, String path) {
        var kind = kinds.get(step);
        return kind != null
                && !recovering.contains(step)
                && Stream.of(kind.keyword(), "do", "with").anyMatch(word -> PartsInUse.isIn(step + "." + word, path));
    }

    /// @return whether the step is a loop over what a command prints
    boolean asksForList(String step) {
        return kinds.get(step) instanceof StepKind.Foreach loop && loop.input() instanceof ForeachInput.Printed;
    }

    /// @return whether the step is a loop over a list that has a name
    boolean takesList(String step) {
        return kinds.get(step) instanceof StepKind.Foreach loop && loop.input() instanceof ForeachInput.Placed;
    }

    /// Looks into a run that a step goes on with.
    ///
    /// @param child the run's id
    /// @return the paths of what that run has done and does not stand where it stood; where the step does not call
    ///     that run's workflow any more, the path of the call
    List<String> moved(Home home, RunRef run, String step, String child) {
        var ref = new RunRef(run.repo(), new RunId(child));
        var folder = home.events(ref.repo(), ref.run());
        if (!kinds.containsKey(step) || !Files.isDirectory(folder)) {
            return List.of();
        }
        try (var journal = FoldedJournal.glance(home, ref)) {
            var state = journal.state();
            var started = state.started();
            if (started == null || state.terminal() instanceof EndEvent.Completed) {
                return List.of();
            }
            if (kinds.get(step) instanceof StepKind.SubWorkflow call) {
                var called = Objects.requireNonNull(workflow.children().get(call.file()));
                if (Objects.equals(started.workflowFile(), called.path())) {
                    var work = new StandingWork(state);
                    return inside(
                            workflow.placeOf(call),
                            work.moved(home, ref, WorkflowRecord.read(folder), called, List.of()));
                }
            }
            return List.of(step + ".workflow");
        }
    }

    /// Looks into a run that a step goes on with.
    ///
    /// @param child the run's id
    /// @param change a path in the whole form
    /// @param retries whether items that failed are run again
    /// @return whether that run keeps what stands there, whatever stands there now
    boolean isLate(Home home, RunRef run, String step, String child, String change, boolean retries) {
        var ref = new RunRef(run.repo(), new RunId(child));
        var folder = home.events(ref.repo(), ref.run());
        if (!(kinds.get(step) instanceof StepKind.SubWorkflow call) || !Files.isDirectory(folder)) {
            return false;
        }
        var place = workflow.placeOf(call).toString();
        if (!PartsInUse.isIn(place, change) || change.equals(place)) {
            return false;
        }
        try (var journal = FoldedJournal.glance(home, ref)) {
            var called = Objects.requireNonNull(workflow.children().get(call.file()));
            var late = new LateChanges(
                    home, ref, WorkflowRecord.read(folder), called, RunOptions.DEFAULT, journal.state());
            return !late.among(List.of(change.substring(place.length() + 1)), retries)
                    .isEmpty();
        }
    }

    private static List<String> inside(NodePath place, List<String> paths) {
        return paths.stream().map(path -> place + "." + path).toList();
    }
}
