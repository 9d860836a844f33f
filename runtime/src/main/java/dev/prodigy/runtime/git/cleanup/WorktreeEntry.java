package dev.prodigy.runtime.git.cleanup;

import dev.prodigy.runtime.git.ObjectId;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One worktree of prodigy's (spec 05 §2.8).
///
/// @param kind what it is for
/// @param name its directory's name; of a mere branch its short name
/// @param runId whose it is, or null
/// @param itemId the item it was last made ready for, or null
/// @param branch full name of what is checked out, for a session the run's branch; or null
/// @param head the commit checked out, or null
/// @param ahead commits that the target lacks; without one: that are in no branch and no checkout of the user's
/// @param dirty whether there are uncommitted files
/// @param createdAt when it was made, or null when nothing tells
public record WorktreeEntry(
        Kind kind,
        String name,
        @Nullable String runId,
        @Nullable String itemId,
        Path path,
        @Nullable String branch,
        @Nullable ObjectId head,
        WorktreeState state,
        int ahead,
        boolean dirty,
        @Nullable Instant createdAt) {

    /// What a worktree is for.
    public enum Kind {
        /// A run's setup, reduce and merge steps.
        SESSION,
        /// Items.
        SLOT,
        /// Keeps what was too large to be saved in a commit.
        RETIRED,
        /// A directory among the worktrees that is none. A slot or session that is being made looks like one.
        STRAY,
        /// The branch of an item whose run is gone; it has no worktree.
        ITEM_BRANCH
    }

    /// @return whether nothing would be lost without it
    public boolean isExpendable() {
        return !dirty && (state == WorktreeState.MERGED || ahead == 0);
    }
}
