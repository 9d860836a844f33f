package dev.prodigy.engine.step;

import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.StepProgress;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Occasion;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.model.error.Retries;
import org.jspecify.annotations.Nullable;

/// Judges lists that react to a step and must commit (spec 01 §5, `commit_required`).
///
/// @param progress of the step
record OwedCommits(StepProgress progress) {
    /// @param who what the list is, for people
    /// @param in what surrounds it
    /// @param since when the list began or went on, or null where it need not commit
    /// @return how it went; a good list that owes a commit has failed after all, with what its last step left as
    ///     the evidence
    ListResult judged(ListResult list, String who, Frame in, Occasion occasion, Tree.@Nullable Mark since) {
        if (!owes(list, in, occasion, since)) {
            return list;
        }
        var last = list.ended().getLast().step();
        var path = last.path().substring(0, last.path().lastIndexOf('['));
        var error = list.trace()
                .of(Failures.commitMissing(who))
                .with(Retries.at(1, 1).usedUp());
        return new ListResult(list.ended(), Failures.placed(error, last, path, in));
    }

    /// What it committed in an earlier process counts.
    private boolean owes(ListResult list, Frame in, Occasion occasion, Tree.@Nullable Mark since) {
        boolean wentOn = isThat(progress.occasion(), occasion) || isThat(progress.rerunOf(), occasion);
        return since != null
                && list.isGood()
                && !in.world().tree().since(since).moved()
                && !(wentOn && list.hasMoved());
    }

    private static boolean isThat(@Nullable Occasion resumed, Occasion occasion) {
        return resumed != null && resumed.isThatOf(occasion);
    }
}
