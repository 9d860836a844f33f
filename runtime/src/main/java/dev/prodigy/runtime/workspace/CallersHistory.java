package dev.prodigy.runtime.workspace;

import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.slot.Provision;
import dev.prodigy.runtime.world.SessionHistory;
import java.util.Optional;

/// The history that a run leads on in the session worktree of its caller (spec 04 §5.8): the caller follows it, but
/// what is committed in submodules on the way would go with the worktree.
///
/// @param repository seen from that worktree
/// @param ref full name of the first reference that keeps such commits in the user's copies of the submodules
public record CallersHistory(Repository repository, String ref) implements SessionHistory {

    /// @param runId of the run that is called
    public static CallersHistory of(Repository repository, String runId) {
        return new CallersHistory(repository, RefNames.salvage(runId) + "session");
    }

    /// Steps side by side end at the same time, and each reference has one of them to write it.
    ///
    /// @return nothing: where the history stands is the caller's to record
    @Override
    public synchronized Optional<ObjectId> head() {
        Provision.keepSubmoduleCommits(repository, repository.checkout(), ref);
        return Optional.empty();
    }

    @Override
    public void require() {}
}
