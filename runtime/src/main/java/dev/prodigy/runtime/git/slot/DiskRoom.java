package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.slot.Acquisition.Limit;
import dev.prodigy.runtime.git.slot.Acquisition.NoRoom;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Decides whether the disk has room for another slot (spec 03 §9). Its owner serialises.
final class DiskRoom {
    private static final long KEPT_FREE = 1L << 30;
    private static final long BLOCK = 4096;

    private final Repository repository;
    private final SlotPlaces places;
    private final long maxDisk;
    private final DiskSpace disk;
    /// Measuring reads a whole directory: it is done once after each use of a slot, and only under a limit.
    private final Map<Integer, Long> measured = new ConcurrentHashMap<>();

    private long slotSize;

    DiskRoom(Repository repository, SlotPlaces places, long maxDisk, DiskSpace disk) {
        this.repository = repository;
        this.places = places;
        this.maxDisk = maxDisk;
        this.disk = disk;
    }

    /// @param commit what the slot will hold
    /// @param unfilled slots that were made but whose files are not yet on disk
    /// @param mayComeFree is handed through
    /// @return why no slot may be made; nothing when one may
    Optional<NoRoom> refusal(ObjectId commit, int unfilled, boolean mayComeFree) {
        try {
            if (slotSize == 0) {
                slotSize = sizeOf(commit);
            }
            DirectoryTree.make(places.worktrees());
            long free = disk.usable(places.worktrees()) - KEPT_FREE - unfilled * slotSize;
            if (free < slotSize) {
                return Optional.of(new NoRoom(Limit.FREE_DISK, slotSize, Math.max(free, 0), mayComeFree));
            }
            long left = maxDisk == SlotOptions.UNLIMITED ? slotSize : maxDisk - used();
            return left < slotSize
                    ? Optional.of(new NoRoom(Limit.MAX_DISK, slotSize, Math.max(left, 0), mayComeFree))
                    : Optional.empty();
        } catch (IOException e) {
            throw StorageFailure.of("use", places.worktrees(), e);
        }
    }

    /// A slot was used: its size may be another.
    void touched(int number) {
        measured.remove(number);
    }

    private long used() throws IOException {
        long used = 0;
        for (int number : places.existing()) {
            var known = measured.get(number);
            if (known == null) {
                known = DirectoryTree.bytes(places.directory(number));
                measured.put(number, known);
            }
            used += Math.max(known, slotSize);
        }
        return used;
    }

    private long sizeOf(ObjectId commit) {
        var sizes = repository
                .git()
                .run(GitCommand.at(repository.checkout(), "ls-tree", "-r", "--full-tree", "--format=%(objectsize)")
                        .and(commit.hex()))
                .orThrow(GitCode.WORKTREE_ERROR);
        return sizes.output()
                        .lines()
                        .filter(size -> !size.equals("-"))
                        .mapToLong(size -> Math.ceilDiv(Long.parseLong(size), BLOCK) * BLOCK)
                        .sum()
                + BLOCK;
    }
}
