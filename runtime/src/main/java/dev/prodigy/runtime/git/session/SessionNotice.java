package dev.prodigy.runtime.git.session;

import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.salvage.Saved;
import java.nio.file.Path;
import java.util.List;

/// Something about the session worktree that the user should hear of (spec 03 §9, §12).
public sealed interface SessionNotice {

    /// The worktree was gone or damaged and was made again; uncommitted results of earlier steps are not in it.
    ///
    /// @param saved what could be saved of it
    record WorktreeRecreated(Path root, Saved saved) implements SessionNotice {}

    /// The branch was gone and points to the recorded tip again.
    record BranchRecreated(String branch, ObjectId tip) implements SessionNotice {}

    /// The branch did not lead on from the recorded tip and was put back there.
    ///
    /// @param found where it pointed to
    /// @param saved where the commits that it reached are now
    record BranchPutBack(String branch, ObjectId found, ObjectId tip, Saved saved) implements SessionNotice {}

    /// HEAD was at commits that nothing but it reached, and is on the branch again.
    ///
    /// @param head what was checked out
    record StrayCommitsSaved(ObjectId head, Saved saved) implements SessionNotice {}

    /// Local files stood in the way of the branch's files. They were saved, then replaced.
    record ObstaclesSaved(Saved saved, List<String> paths) implements SessionNotice {
        public ObstaclesSaved {
            paths = List.copyOf(paths);
        }
    }

    /// A merge that prodigy had begun, and that was cut off, was given up.
    ///
    /// @param saved what of it was not committed
    record MergeGivenUp(Saved saved) implements SessionNotice {}
}
