package dev.prodigy.runtime.git.slot;

/// How far one run has come with a slot before.
enum SlotPast {
    /// It has not made it ready for anyone yet.
    UNUSED,
    /// It has made it ready, but `worktree.setup` has not ended well there since.
    PREPARED,
    /// `worktree.setup` has ended well there, or there is none.
    SET_UP
}
