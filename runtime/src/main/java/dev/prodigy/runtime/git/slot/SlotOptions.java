package dev.prodigy.runtime.git.slot;

/// How a run wants its slots (spec 03 §9, key `worktree`).
///
/// @param maxDisk bytes that all slots of the repository may take; {@link #UNLIMITED} for no limit
/// @param submodules whether submodules are checked out
/// @param keep whether slots stay on disk for later runs
public record SlotOptions(Reuse reuse, long maxDisk, boolean submodules, boolean keep) {
    /// No limit on disk space.
    public static final long UNLIMITED = Long.MAX_VALUE;

    /// What holds without a word in the workflow.
    public static final SlotOptions DEFAULT = new SlotOptions(Reuse.CLEAN, UNLIMITED, false, false);
}
