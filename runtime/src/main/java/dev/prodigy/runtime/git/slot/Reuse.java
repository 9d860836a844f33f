package dev.prodigy.runtime.git.slot;

/// What a slot keeps from one attempt to the next (spec 03 §9, `worktree.reuse`).
public enum Reuse {
    /// Nothing: untracked and ignored files are removed.
    CLEAN,
    /// Ignored files, such as build caches.
    KEEP_IGNORED
}
