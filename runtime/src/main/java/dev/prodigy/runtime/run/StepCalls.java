package dev.prodigy.runtime.run;

import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.SubWorkflowEntry;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.WorkflowRecord;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The steps of a changed workflow that ask something else for what they do: a run of another workflow, a command for
/// the list of a loop.
final class StepCalls {
    private final RunnableWorkflow workflow;
    private final Map<String, StepKind> kinds = new HashMap<>();

    StepCalls(RunnableWorkflow workflow) {
        this.workflow = workflow;
        var entries = workflow.workflow().header().workflows().stream().map(SubWorkflowEntry::step);
        Stream.concat(AllSteps.of(workflow.workflow()).stream(), entries)
                .forEach((Step step) -> kinds.put(step.path(), step.kind()));
    }

    /// @return whether the step is a loop over what a command prints
    boolean asksForList(String step) {
        return kinds.get(step) instanceof StepKind.Foreach loop && loop.input() instanceof ForeachInput.Printed;
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
                    return inside(workflow.placeOf(call), work.moved(home, ref, WorkflowRecord.read(folder), called));
                }
            }
            return List.of(step + ".workflow");
        }
    }

    private static List<String> inside(NodePath place, List<String> paths) {
        return paths.stream().map(path -> place + "." + path).toList();
    }
}
