package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.lang.decode.env.WrittenSecrets;
import dev.prodigy.lang.load.WholeForm;
import dev.prodigy.lang.yaml.Differences;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.lang.yaml.StepPaths;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.runtime.journal.WorkflowRecord;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was changed in a workflow between two processes of its run (spec 03 §14, "Changed workflow"):
/// normal forms are compared, so comments and layout do not count, and imports do.
final class WorkflowChanges {
    private static final Set<String> USED_WHEN_ITEMS_ARE_LOADED = Set.of(
            "input", "json_path", "filter", "sort_by", "distinct", "offset", "max_items", "item_key", "batch_size");

    private WorkflowChanges() {}

    /// @param run as it began
    /// @return the paths that differ as steps are named, such as `map.agent_template[0].shell`, in the order of the
    ///     document
    static List<String> between(WorkflowRecord before, RunRequest after, RunEvent.Started run) {
        var isolation = run.baseCommit() == null ? Isolation.NONE : Isolation.WORKTREE;
        return between(before, after.normalForm(), run.workflowFile(), isolation);
    }

    /// What is masked in the record may be anything: it is not stored. What is written out on one side and holds by
    /// default on the other is the same.
    ///
    /// @param file of the workflow, or null for stdin
    /// @param isolation of the run, which it keeps
    static List<String> between(WorkflowRecord before, Value.Fields after, @Nullable String file, Isolation isolation) {
        boolean masked = before.withheld();
        var paths = Differences.between(
                before.composed(), after, (was, is) -> was.equals(is) || (masked && isMaskOf(was, is)));
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
    /// @param workflow as it is now
    /// @param first what the run is taken up with
    /// @return those of the changes that concern what is finished, and stays so
    static List<String> withoutEffect(List<String> changes, RunnableWorkflow workflow, RunState state, Signal first) {
        boolean again = putsItemsBack(state, first);
        var parts = PartsInUse.of(workflow);
        return changes.stream()
                .filter(change -> parts.concernedBy(change).stream().allMatch(path -> isFinished(path, state, again)))
                .toList();
    }

    /// Then the map phase is open again, and what comes of it is offered for merging again.
    private static boolean putsItemsBack(RunState state, Signal first) {
        return first instanceof Signal.Resume resume
                && resume.retry() != null
                && state.items() != null
                && state.items().counts().failed() > 0;
    }

    /// @param again whether items that failed are run again
    private static boolean isFinished(String path, RunState state, boolean again) {
        var words = path.split("[.\\[]", -1);
        if (words[0].equals("map") && words.length > 1 && USED_WHEN_ITEMS_ARE_LOADED.contains(words[1])) {
            return state.items() != null;
        }
        boolean opens = again && (words[0].equals("map") || words[0].equals("merge"));
        return !opens && state.stage(words[0]) instanceof StageState.Done;
    }

    private static boolean isMaskOf(Value before, Value after) {
        return before instanceof Value.Text(var old)
                && after instanceof Value.Text(var now)
                && WrittenSecrets.isMaskOf(old, now);
    }
}
