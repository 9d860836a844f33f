package dev.prodigy.runtime.git.salvage;

import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.WorkTree;
import java.util.List;

/// What became of work that was about to be thrown away.
public sealed interface Saved {

    /// There was nothing to save.
    record Nothing() implements Saved {}

    /// It is in a commit that a reference points to.
    ///
    /// @param ref full name
    /// @param commit what it points to now
    /// @param paths what was not committed; none when only commits had to be saved
    /// @param lost commits that were taken out of their history and are saved too, but those that were
    ///     amended or rebased
    record Kept(String ref, ObjectId commit, List<String> paths, List<ObjectId> lost) implements Saved {
        public Kept {
            paths = List.copyOf(paths);
            lost = List.copyOf(lost);
        }
    }

    /// It could not be committed, so the whole directory was moved aside. The worktree is gone from its
    /// old place.
    ///
    /// @param where it is now, with a detached HEAD and still registered
    /// @param reason why, for people
    record Retired(WorkTree where, String reason) implements Saved {}

    /// @return whether the worktree is still at its place
    default boolean isInPlace() {
        return !(this instanceof Retired);
    }
}
