package dev.prodigy.runtime.git.cleanup;

import dev.prodigy.runtime.git.ObjectId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What has to be known of a run to say what state its worktree is in.
///
/// @param base the commit it started from, or null where nothing tells
/// @param target short name of the branch it merges into, or null when it merges nowhere
/// @param live whether a process runs it now
/// @param resumable whether it can be continued
/// @param needsItems whether anybody may still ask for the branches of its failed items: it goes on, or its dead
///     letters name them
public record KnownRun(
        String runId,
        @Nullable ObjectId base,
        @Nullable String target,
        boolean live,
        boolean resumable,
        boolean needsItems) {

    /// Finds runs by their id.
    @FunctionalInterface
    public interface Lookup {
        /// @return the run; nothing when there is no record of it
        Optional<KnownRun> find(String runId);
    }
}
