package dev.prodigy.runtime.git.slot;

/// The answer to a request for a slot.
public sealed interface Acquisition {

    /// A slot, leased until the lease is closed.
    record Granted(SlotLease lease) implements Acquisition {}

    /// No slot is free and none was made, for want of disk space (spec 03 §9).
    ///
    /// @param limit what stood in the way
    /// @param needed bytes of another slot
    /// @param left bytes that may still be used
    /// @param mayComeFree whether slots are held by this run or another, so that waiting helps
    record NoRoom(Limit limit, long needed, long left, boolean mayComeFree) implements Acquisition {}

    /// What limits disk space.
    enum Limit {
        /// The file system would have less than 1 GiB free.
        FREE_DISK,
        /// `worktree.max_disk`.
        MAX_DISK
    }
}
