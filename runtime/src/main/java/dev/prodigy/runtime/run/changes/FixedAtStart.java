package dev.prodigy.runtime.run.changes;

import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.run.request.ProfileChoice;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import java.util.List;

/// What a run has from its beginning to its end, whatever its workflow says later (spec 03 §9, §14).
public final class FixedAtStart {
    private static final String WORKTREE = "worktree";
    private static final NodePath PROFILE = NodePath.ROOT.key("active_profile");
    private static final List<NodePath> KEPT = List.of(
            PROFILE,
            NodePath.ROOT.key("isolation"),
            NodePath.ROOT.key(WORKTREE).key("base"),
            NodePath.ROOT.key(WORKTREE).key("target"));

    private FixedAtStart() {}

    /// The phases follow from the mode: what is recorded says nothing about those of another.
    ///
    /// @param run as it began
    /// @param changes in which its workflow differs from the recorded one
    /// @throws RunRefused where the workflow has another mode now
    public static void requireSameMode(RunRef ref, RunEvent.Started run, RunRequest now, List<String> changes) {
        var mode = now.workflow().mode().word();
        if (!mode.equals(run.mode())) {
            throw RunRefused.modeChanged(ref, run, mode, changes);
        }
    }

    /// @param changes in which a run's workflow differs from the recorded one
    /// @return the paths of those that come too late for the run; a journal may tell nothing of a profile, which is
    ///     the workflow's then
    static List<String> among(List<String> changes, WorkflowRecord before, RunRequest now) {
        boolean profileIsOpen = now.options().profile() instanceof ProfileChoice.OfWorkflow;
        return KEPT.stream()
                .filter(path -> !(profileIsOpen && path.equals(PROFILE)))
                .filter(path -> isAmong(changes, path, before.composed(), now.normalForm()))
                .map(NodePath::toString)
                .toList();
    }

    /// What stands around a path is named for all of it where only one of the workflows has it.
    private static boolean isAmong(List<String> changes, NodePath path, Value before, Value now) {
        return changes.contains(path.toString())
                || (changes.contains(String.valueOf(path.parent()))
                        && (path.in(before) != null || path.in(now) != null));
    }
}
