package dev.prodigy.runtime.git.cleanup;

/// What can be said of a worktree at a glance (spec 05 §2.8).
public enum WorktreeState {
    /// A live run uses it.
    ACTIVE,
    /// Its branch has commits that the run's target lacks; without a target: that no branch or checkout of the user's
    /// has.
    UNMERGED,
    /// The target has all its commits, or it has none and its run is over.
    MERGED,
    /// A slot that nobody uses, or the session of a run that can go on and has not committed anything yet.
    IDLE,
    /// Nobody knows the run it belongs to, or nothing says that it belongs to one.
    ORPHANED,
    /// Registered, but the directory is gone.
    MISSING
}
