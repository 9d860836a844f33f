package dev.prodigy.runtime.workspace;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.salvage.Worksite;

/// A workspace where what items commit is collected on a branch of the run's own.
public interface BranchWorkspace extends Workspace {
    /// @return what the branch points to, or where the run began while there is no branch
    ObjectId tip();

    /// Saves what an attempt that died with its process has left, and says where it is.
    ///
    /// @throws dev.prodigy.runtime.git.GitFailure when it cannot be saved; then it stays where it is
    AttemptPlace.Remains leftBy(ItemAttempt attempt);

    /// @return the tools to work with the repository
    Worksite site();
}
