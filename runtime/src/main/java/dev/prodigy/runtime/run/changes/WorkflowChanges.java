package dev.prodigy.runtime.run.changes;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.StageState;
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
import dev.prodigy.runtime.run.request.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// What was changed in a workflow between two processes of its run (spec 03 §14, "Changed workflow"):
/// normal forms are compared, so comments and layout do not count, and imports do.
public final class WorkflowChanges {
    private static final Set<String> USED_WHEN_ITEMS_ARE_LOADED = Set.of(
            "input", "json_path", "filter", "sort_by", "distinct", "offset", "max_items", "item_key", "batch_size");

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

    private static Value.Fields recorded(WorkflowRecord before) {
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

    /// A template or a called workflow is finished where all steps that run it are.
    ///
    /// @param request the run as it goes on
    /// @param retries whether items that failed are run again
    /// @return warnings that name those of the changes that come too late: what they concern is finished, or holds
    ///     from the run's beginning to its end
    public static List<Warning> withoutEffect(
            List<String> changes, WorkflowRecord before, RunRequest request, RunState state, boolean retries) {
        if (changes.isEmpty()) {
            return List.of();
        }
        var warnings = new ArrayList<Warning>();
        addLate(warnings, "a run keeps what it began with", FixedAtStart.among(changes, before, request));
        var finished = kept(changes, before, request, state, putsItemsBack(state));
        addLate(warnings, "what they concern is finished", finished);
        if (!retries) {
            var untilThen = new ArrayList<>(kept(changes, before, request, state, false));
            untilThen.removeAll(finished);
            addLate(warnings, "what they concern is finished until failed items run again", untilThen);
        }
        return warnings;
    }

    private static void addLate(List<Warning> warnings, String why, List<String> paths) {
        if (!paths.isEmpty()) {
            var message = "these changes have no effect, " + why + ": " + String.join(", ", paths);
            warnings.add(new Warning("NO_EFFECT", message));
        }
    }

    /// @param again whether items that failed are run again
    private static List<String> kept(
            List<String> changes, WorkflowRecord before, RunRequest request, RunState state, boolean again) {
        var parts = PartsInUse.of(request.loaded());
        var work = new StandingWork(state);
        var calls = new StepCalls(request.loaded());
        var captures = new CaptureChanges(StepForms.of(recorded(before)), StepForms.of(request.normalForm()));
        return changes.stream()
                .filter(change -> parts.concernedBy(change).stream()
                        .allMatch(path -> !captures.include(path)
                                && (isFinished(path, state, again)
                                        || (!opens(path, again) && work.keeps(path, request, calls)))))
                .toList();
    }

    /// Then the map phase is open again, and what comes of it is offered for merging again.
    private static boolean putsItemsBack(RunState state) {
        return state.items() != null && state.items().counts().failed() > 0;
    }

    /// @param again whether items that failed are run again
    private static boolean isFinished(String path, RunState state, boolean again) {
        var words = path.split("[.\\[]", -1);
        if (words[0].equals("map") && words.length > 1 && USED_WHEN_ITEMS_ARE_LOADED.contains(words[1])) {
            return state.items() != null;
        }
        return !opens(path, again) && state.stage(words[0]) instanceof StageState.Done;
    }

    private static boolean opens(String path, boolean again) {
        return again && (PartsInUse.isIn("map", path) || PartsInUse.isIn("merge", path));
    }

    private static boolean isMaskOf(Value before, Value after) {
        return before instanceof Value.Text(var old)
                && after instanceof Value.Text(var now)
                && WrittenSecrets.isMaskOf(old, now);
    }
}
