package dev.prodigy.runtime.workspace;

import dev.prodigy.runtime.git.slot.Acquisition;

/// There is no room on the disk for even one slot, and no other run holds one that could come free
/// (spec 03 §9).
public final class NoRoomForSlots extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final long KIB = 1024;

    private final Acquisition.Limit limit;

    NoRoomForSlots(Acquisition.NoRoom room) {
        super(words(room));
        this.limit = room.limit();
    }

    /// @return what stands in the way
    public Acquisition.Limit limit() {
        return limit;
    }

    /// @return why no slot can be made, for people
    static String words(Acquisition.NoRoom room) {
        return switch (room.limit()) {
            case FREE_DISK ->
                "a slot needs " + kib(room.needed())
                        + ", and less than that is free beside the 1 GiB that is left alone";
            case MAX_DISK ->
                "a slot needs " + kib(room.needed()) + ", and worktree.max_disk leaves " + kib(room.left());
        };
    }

    private static String kib(long bytes) {
        return Math.ceilDiv(bytes, KIB) + " KiB";
    }
}
