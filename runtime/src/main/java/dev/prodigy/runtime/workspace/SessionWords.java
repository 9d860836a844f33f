package dev.prodigy.runtime.workspace;

import dev.prodigy.runtime.git.FewNames;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.session.SessionNotice;

/// Says in words what had to be mended of a session (spec 03 §12, *Damage*).
final class SessionWords {
    private SessionWords() {}

    static String of(SessionNotice notice) {
        return switch (notice) {
            case SessionNotice.WorktreeRecreated(var root, var saved) ->
                "the session worktree " + root + " was gone or damaged and was made again from its branch;"
                        + " uncommitted results of earlier steps are not in it" + kept(saved);
            case SessionNotice.BranchRecreated(var branch, var tip) ->
                "the branch " + RefNames.shortBranch(branch) + " was gone and was made again at " + tip.abbreviated();
            case SessionNotice.BranchPutBack(var branch, var found, var tip, var saved) ->
                "the branch " + RefNames.shortBranch(branch) + " was at " + found.abbreviated()
                        + ", which does not lead on from " + tip.abbreviated() + ", and was put back there"
                        + kept(saved);
            case SessionNotice.StrayCommitsSaved(var head, var saved) ->
                "the session worktree had " + head.abbreviated()
                        + " checked out, which its branch does not have, and is on its branch again" + kept(saved);
            case SessionNotice.ObstaclesSaved(var saved, var paths) ->
                "local files stood in the way of the branch's files and gave way: " + FewNames.of(paths) + kept(saved);
            case SessionNotice.MergeGivenUp(var saved) ->
                "a merge whose conflicts were being resolved was cut off and begins again" + kept(saved);
        };
    }

    private static String kept(Saved saved) {
        return switch (saved) {
            case Saved.Kept kept -> "; what was there is saved in " + kept.ref();
            case Saved.Retired retired ->
                "; what was there is kept in " + retired.where().root();
            case Saved.Nothing _ -> "";
        };
    }
}
