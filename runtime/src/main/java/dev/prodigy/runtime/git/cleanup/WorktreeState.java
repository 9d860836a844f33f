package dev.prodigy.runtime.git.cleanup;

/// What can be said of a worktree at a glance (spec 05 §2.8).
public enum WorktreeState {
    /// A live run uses it.
    ACTIVE,
    /// Its branch has commits that the run's target lacks, or the run has no target.
    UNMERGED,
    /// The target has all its commits, or it has none.
    MERGED,
    /// A slot that nobody uses.
    IDLE,
    /// Nobody knows the run it belongs to, or nothing says that it belongs to one.
    ORPHANED,
    /// Registered, but the directory is gone.
    MISSING
}
