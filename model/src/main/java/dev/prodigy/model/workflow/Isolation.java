package dev.prodigy.model.workflow;

/// Where steps work (spec 03 §9).
public enum Isolation {
    /// In git worktrees of the user's repository.
    WORKTREE,
    /// In the directory that prodigy was started in.
    NONE
}
