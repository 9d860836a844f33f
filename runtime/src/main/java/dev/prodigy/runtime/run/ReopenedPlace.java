package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.Storage;
import dev.prodigy.runtime.run.place.CallerTree;
import dev.prodigy.runtime.run.place.StartDirectory;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.workspace.Workspace;
import org.jspecify.annotations.Nullable;

/// Where a run that is taken up works on: in its worktree as far as it came there, or in its caller's.
///
/// @param host as the run began
record ReopenedPlace(RunRequest.Host host, RunRef ref) {
    /// @param state of the run, which has a beginning
    Workspace workspace(RunState state, RunRequest request, StartDirectory.Start start, Storage storage) {
        var branch = state.branch();
        var recorded = objectId(branch.tip());
        return request.caller() != null
                ? CallerTree.of(host, request.caller().place())
                        .workspace(
                                storage,
                                ref,
                                start.commit(),
                                recorded,
                                request.workflow().header().worktree())
                : StartDirectory.of(host)
                        .workspace(
                                start.commit() == null ? Isolation.NONE : Isolation.WORKTREE,
                                storage,
                                ref.repo(),
                                ref.run(),
                                start,
                                new StartDirectory.Reached(
                                        recorded,
                                        objectId(branch.acknowledged()),
                                        state.targetHasAll() ? start.target() : null,
                                        branch.hasWorktree()),
                                request.workflow());
    }

    static @Nullable ObjectId objectId(@Nullable String hex) {
        return hex == null ? null : new ObjectId(hex);
    }
}
