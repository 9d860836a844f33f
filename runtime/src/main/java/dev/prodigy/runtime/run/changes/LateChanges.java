package dev.prodigy.runtime.run.changes;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.lang.load.StepForms;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import dev.prodigy.runtime.run.request.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The changes of a workflow that come too late for its run: what they concern is finished, or holds from the run's
/// beginning to its end (spec 03 §14, "Changed workflow").
public final class LateChanges {
    private static final Set<String> USED_WHEN_ITEMS_ARE_LOADED = Set.of(
            "input", "json_path", "filter", "sort_by", "distinct", "offset", "max_items", "item_key", "batch_size");

    private final Home home;
    private final RunRef run;
    private final WorkflowRecord before;
    private final RunnableWorkflow now;
    private final RunOptions options;
    private final RunState state;

    LateChanges(
            Home home, RunRef run, WorkflowRecord before, RunnableWorkflow now, RunOptions options, RunState state) {
        this.home = home;
        this.run = run;
        this.before = before;
        this.now = now;
        this.options = options;
        this.state = state;
    }

    /// A template is finished where all steps that run it are, and a called workflow where the runs are that steps go
    /// on with.
    ///
    /// @param changes paths in which the workflow differs from the recorded one
    /// @param request the run as it goes on
    /// @param retries whether items that failed are run again
    /// @return warnings that name those of the changes that come too late
    public static List<Warning> warnings(
            List<String> changes,
            Home home,
            RunRef run,
            WorkflowRecord before,
            RunRequest request,
            RunState state,
            boolean retries) {
        if (changes.isEmpty()) {
            return List.of();
        }
        var late = new LateChanges(home, run, before, request.loaded(), request.options(), state);
        var warnings = new ArrayList<Warning>();
        add(warnings, "a run keeps what it began with", FixedAtStart.among(changes, before, request));
        var finished = late.among(changes, true);
        add(warnings, "what they concern is finished", finished);
        if (!retries) {
            var untilThen = new ArrayList<>(late.among(changes, false));
            untilThen.removeAll(finished);
            add(warnings, "what they concern is finished until failed items run again", untilThen);
        }
        return warnings;
    }

    private static void add(List<Warning> warnings, String why, List<String> paths) {
        if (!paths.isEmpty()) {
            var message = "these changes have no effect, " + why + ": " + String.join(", ", paths);
            warnings.add(new Warning("NO_EFFECT", message));
        }
    }

    /// @param retries whether items that failed are run again
    /// @return those of the changes that concern only what is finished
    List<String> among(List<String> changes, boolean retries) {
        boolean again = retries && putsItemsBack();
        var parts = PartsInUse.of(now);
        var work = new StandingWork(state);
        var calls = new StepCalls(now);
        var captures =
                new CaptureChanges(StepForms.of(WorkflowChanges.recorded(before)), StepForms.of(now.wholeForm()));
        return changes.stream()
                .filter(change -> parts.concernedBy(change).stream().allMatch(path -> {
                    StandingWork.InChild inChild =
                            (step, child) -> calls.isLate(home, run, step, child, change, retries);
                    return !captures.include(path)
                            && (isFinished(path, again)
                                    || (!opens(path, again)
                                            && work.keeps(path, now.workflow(), options, calls, inChild)));
                }))
                .toList();
    }

    /// Then the map phase is open again, and what comes of it is offered for merging again.
    private boolean putsItemsBack() {
        return state.items() != null && state.items().counts().failed() > 0;
    }

    /// @param again whether items that failed are run again
    private boolean isFinished(String path, boolean again) {
        var words = path.split("[.\\[]", -1);
        if (words[0].equals("map") && words.length > 1 && USED_WHEN_ITEMS_ARE_LOADED.contains(words[1])) {
            return state.items() != null;
        }
        return !opens(path, again) && state.stage(words[0]) instanceof StageState.Done;
    }

    private static boolean opens(String path, boolean again) {
        return again && (PartsInUse.isIn("map", path) || PartsInUse.isIn("merge", path));
    }
}
