package dev.prodigy.runtime.run.replay;

import dev.prodigy.model.value.UnreadableFields;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.merge.MergeObstacle;
import dev.prodigy.runtime.git.merge.TargetMergeResult;
import dev.prodigy.runtime.git.worktree.Unfinished;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.view.RunRecord;
import java.util.Map;
import java.util.Optional;

/// Merges into the user's branches that died with their program, and of which nobody has settled yet what they left in
/// the user's checkout (spec 03 §14): there it looks like changes of the user's.
///
/// @param repo the repository's name in the home
public record CutOffMerges(Home home, String repo) {
    /// Says why a run is not merged.
    ///
    /// @param self the run
    /// @param target short name of the branch
    /// @return one line; where the reason is in a checkout and another run's merge into the branch was cut off, it
    ///     names that, and the command that settles it
    public String explained(TargetMergeResult.Refused refused, RunId self, Repository repository, String target) {
        var checkout = refused.checkout();
        if (checkout == null) {
            return refused.explained();
        }
        var merging = WorktreeLink.at(checkout).flatMap(Unfinished::merging);
        return repository.refs().below(RefNames.SESSION_BRANCHES).entrySet().stream()
                .filter(branch -> merging.isEmpty()
                        || merging.get().equals(branch.getValue().hex()))
                .map(Map.Entry::getKey)
                .flatMap(branch -> RunId.parse(branch.substring(RefNames.SESSION_BRANCHES.length())).stream())
                .filter(run -> !run.equals(self))
                .flatMap(run -> settling(new RunRef(repo, run), target)
                        .map(command -> MergeObstacle.cutOff(checkout, run.text(), target, command))
                        .stream())
                .findFirst()
                .orElseGet(refused::explained);
    }

    /// @return the command that settles the run's merge into the branch; nothing where none is open, or no journal
    ///     tells
    private Optional<String> settling(RunRef run, String target) {
        try {
            var state = new RecordedRuns(home).read(run);
            var open = state.branch().openMerge();
            if (open == null || !open.target().equals(target)) {
                return Optional.empty();
            }
            boolean goesOn = RunRecord.of(run, state, null).isResumable();
            return Optional.of((goesOn ? "prodigy resume " : "prodigy worktree merge ") + run.run());
        } catch (StorageFailure | JournalDamaged | UnknownEventType | UnreadableFields e) {
            return Optional.empty();
        }
    }
}
