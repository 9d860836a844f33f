package dev.prodigy.runtime.run.changes;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.decode.env.WrittenSecrets;
import dev.prodigy.lang.load.StepForms;
import dev.prodigy.lang.load.WholeForm;
import dev.prodigy.lang.yaml.Differences;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.lang.yaml.StepPaths;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// What was changed in a workflow between two processes of its run (spec 03 §14, "Changed workflow"):
/// normal forms are compared, so comments and layout do not count, and imports do.
public final class WorkflowChanges {
    private WorkflowChanges() {}

    /// @param run as it began
    /// @return the paths that differ as steps are named, such as `map.agent_template[0].shell`, in the order of the
    ///     document
    public static List<String> between(WorkflowRecord before, RunRequest after, RunEvent.Started run) {
        return between(before, after.normalForm(), run.workflowFile(), isolation(run));
    }

    private static Isolation isolation(RunEvent.Started run) {
        return run.baseCommit() == null ? Isolation.NONE : Isolation.WORKTREE;
    }

    /// @param run as it began
    /// @return which steps stand elsewhere now
    static StepMoves moves(WorkflowRecord before, RunnableWorkflow after, RunEvent.Started run) {
        var recorded = recorded(before);
        var now = after.wholeForm();
        var file = run.workflowFile();
        var isolation = isolation(run);
        return new StepMoves(
                List.of(
                        new StepMoves.Reading(StepForms.of(recorded), StepForms.of(now)),
                        new StepMoves.Reading(
                                StepForms.of(WholeForm.explained(recorded, file, isolation)),
                                StepForms.of(WholeForm.explained(now, file, isolation)))),
                sameness(before));
    }

    static Value.Fields recorded(WorkflowRecord before) {
        return before.composed() instanceof Value.Fields fields ? fields : new Value.Fields(Map.of());
    }

    /// What a resume asks before it does anything.
    ///
    /// @param state of the run, which has a beginning
    /// @param consent whether changes are accepted
    /// @return the paths that differ, as {@link #between}
    /// @throws RunRefused `workflow_changed` for want of consent, or for another mode; `done_moved` where what the
    ///     run has done does not stand where it stood
    public static List<String> accepted(
            Home home, RunRef run, RunState state, WorkflowRecord before, RunRequest after, boolean consent) {
        var started = Objects.requireNonNull(state.started());
        var changes = between(before, after, started);
        FixedAtStart.requireSameMode(run, started, after, changes);
        if (!changes.isEmpty() && !consent) {
            throw RunRefused.workflowChanged(run, changes);
        }
        var moved = changes.isEmpty()
                ? List.<String>of()
                : new StandingWork(state).moved(home, run, before, after.loaded(), changes);
        if (!moved.isEmpty()) {
            throw RunRefused.doneMoved(run, moved, after.loaded().path());
        }
        return changes;
    }

    /// @return what a command line that takes the run up says of the changes
    public static String consent(List<String> changes) {
        return changes.isEmpty() ? "" : " --accept-changes";
    }

    private static BiPredicate<Value, Value> sameness(WorkflowRecord before) {
        boolean masked = before.withheld();
        return (was, is) -> was.equals(is) || (masked && isMaskOf(was, is));
    }

    /// What is masked in the record may be anything: it is not stored. What is written out on one side and holds by
    /// default on the other is the same.
    ///
    /// @param file of the workflow, or null for stdin
    /// @param isolation of the run, which it keeps
    public static List<String> between(
            WorkflowRecord before, Value.Fields after, @Nullable String file, Isolation isolation) {
        var paths = Differences.between(before.composed(), after, sameness(before));
        if (paths.isEmpty() || !(before.composed() instanceof Value.Fields recorded)) {
            return named(paths);
        }
        var held = WholeForm.explained(recorded, file, isolation);
        var holds = WholeForm.explained(after, file, isolation);
        return named(paths.stream().filter(path -> !isSame(path, held, holds)).toList());
    }

    private static boolean isSame(NodePath path, Value before, Value after) {
        var was = path.in(before);
        return was != null && was.equals(path.in(after));
    }

    private static List<String> named(List<NodePath> paths) {
        return paths.stream().map(path -> StepPaths.of(path).toString()).toList();
    }

    private static boolean isMaskOf(Value before, Value after) {
        return before instanceof Value.Text(var old)
                && after instanceof Value.Text(var now)
                && WrittenSecrets.isMaskOf(old, now);
    }
}
