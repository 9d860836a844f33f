package dev.prodigy.runtime.workspace;

import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.salvage.Worksite;

/// A workspace where what items commit is collected on a branch of the run's own.
public interface BranchWorkspace extends Workspace {
    /// @return what the branch points to, or where the run began while there is no branch
    ObjectId tip();

    /// @return the tools to work with the repository
    Worksite site();
}
