package dev.prodigy.runtime.git.slot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.OsLock;
import dev.prodigy.runtime.git.TempRepo;
import org.junit.jupiter.api.Test;

/// How disk space limits the number of slots.
final class SlotRoomTest extends SlotFixture {
    @Test
    void withoutRoomNoSlotIsMade() {
        assertThat(pool(SlotOptions.DEFAULT, _ -> (1L << 30) + 100).acquire(start))
                .isInstanceOfSatisfying(Acquisition.NoRoom.class, refusal -> {
                    assertThat(refusal.limit()).isEqualTo(Acquisition.Limit.FREE_DISK);
                    assertThat(refusal.left()).isEqualTo(100);
                    assertThat(refusal.mayComeFree()).isFalse();
                });
        assertThat(repo.worktrees().resolve("slot-01")).doesNotExist();
    }

    @Test
    void slotsOnTheWayCountAgainstFreeSpace() {
        // Room for one slot of four blocks and a bit.
        var pool = pool(SlotOptions.DEFAULT, _ -> (1L << 30) + 20_000);
        try (var one = lease(pool)) {
            assertThat(pool.acquire(start)).isInstanceOf(Acquisition.NoRoom.class);
            assertThat(one.name()).isEqualTo("slot-01");
        }
    }

    @Test
    void maxDiskLimitsAllSlotsOfTheRepository() {
        var limited = new SlotOptions(Reuse.CLEAN, 60_000, false, false);
        var pool = pool(limited);
        try (var one = lease(pool(SlotOptions.DEFAULT))) {
            var directory = one.prepare(item(1), start).directory();
            try (var two = lease(pool)) {
                assertThat(two.name()).isEqualTo("slot-02");
            }
            TempRepo.sh(directory, "head -c 50000 /dev/zero > big");
            try (var _ = OsLock.acquire(places.lock(2))) {
                assertThat(pool(limited).acquire(start)).isInstanceOfSatisfying(Acquisition.NoRoom.class, refusal -> {
                    assertThat(refusal.limit()).isEqualTo(Acquisition.Limit.MAX_DISK);
                    assertThat(refusal.mayComeFree()).isTrue();
                });
            }
        }
    }

    @Test
    void aFreedSlotIsReusedWithoutMoreRoom() {
        use(pool(SlotOptions.DEFAULT), item(1), "true");
        assertThat(pool(SlotOptions.DEFAULT, _ -> 0).acquire(start)).isInstanceOf(Acquisition.Granted.class);
    }
}
