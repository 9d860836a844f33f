package dev.prodigy.runtime.git.slot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Saved;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What becomes of a slot and of what was left in it when its user, or the run, is gone.
final class SlotEndTest extends SlotFixture {
    @Test
    void whatADeadUserLeftIsSavedUnderItsName() {
        try (var lease = lease(pool(SlotOptions.DEFAULT))) {
            var directory = lease.prepare(item(1), start).directory();
            TempRepo.sh(directory, "echo unsaved > u.txt; git checkout -q --detach");
            TempRepo.commit(directory, "c.txt", "c");
            TempRepo.sh(directory, "touch $(git rev-parse --git-dir)/index.lock");
        }
        try (var lease = lease(pool(SlotOptions.DEFAULT))) {
            var prepared = lease.prepare(new ItemAttempt("run-2", "item-007", 3), start);
            assertThat(prepared.saved()).hasSize(1);
            assertThat(prepared.directory().resolve("u.txt")).doesNotExist();
        }
        assertThat(repo.git("ls-tree", "--name-only", "refs/prodigy/salvage/run-1/item-001-1"))
                .contains("u.txt")
                .contains("c.txt");
    }

    @Test
    void settlingKeepsABranchOrDeletesIt() {
        var pool = pool(SlotOptions.DEFAULT);
        for (boolean keep : new boolean[] {true, false}) {
            var item = item(keep ? 1 : 2);
            try (var lease = lease(pool)) {
                var directory = lease.prepare(item, start).directory();
                TempRepo.commit(directory, "c.txt", "c");
                lease.settle(item, keep);
                assertThat(site.repository().refs().find(item.branch()).isPresent())
                        .isEqualTo(keep);
                assertThat(TempRepo.gitIn(directory, "status", "--porcelain=v2", "--branch"))
                        .contains("(detached)");
            }
        }
    }

    @Test
    void aLockThatTheAttemptLeftOnItsBranchIsInNobodysWay() {
        var pool = pool(SlotOptions.DEFAULT);
        var lock = "touch \"$(git rev-parse --git-common-dir)/refs/heads/prodigy-items/run-1/item-001.lock\"";
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item(1), start).directory();
            TempRepo.commit(directory, "c.txt", "c");
            TempRepo.sh(directory, lock);
            lease.settle(item(1), true);
            TempRepo.sh(directory, lock);
        }
        try (var lease = lease(pool)) {
            lease.prepare(new ItemAttempt("run-1", "item-001", 2), start);
            TempRepo.sh(lease.tree().root(), lock);
            lease.settle(item(1), false);
        }
        assertThat(repo.waits).isEmpty();
        assertThat(site.repository().refs().find(item(1).branch())).isEmpty();
    }

    @Test
    void theBranchOfAnEarlierAttemptIsSavedBeforeItGivesWay() {
        var pool = pool(SlotOptions.DEFAULT);
        ObjectId first;
        try (var lease = lease(pool)) {
            first = TempRepo.commit(lease.prepare(item(1), start).directory(), "c.txt", "c");
            lease.settle(item(1), true);
        }
        var second = new ItemAttempt("run-1", "item-001", 2);
        try (var lease = lease(pool)) {
            var prepared = lease.prepare(second, start);
            assertThat(prepared.saved())
                    .containsExactly(
                            new Saved.Kept("refs/prodigy/salvage/run-1/item-001-1", first, List.of(), List.of()));
            assertThat(TempRepo.headOf(prepared.directory())).isEqualTo(start);
        }
    }

    @Test
    void afterTheRunItsSlotsAreGone() {
        var pool = pool(SlotOptions.DEFAULT);
        use(pool, item(1), "true");
        var users = repo.root.resolveSibling("users");
        repo.git("worktree", "add", "-q", "--detach", users.toString());
        assertThat(pool.dismantle("run-1"::equals))
                .containsExactly(new SlotPool.Dismantled.Gone("slot-01", new Saved.Nothing()));
        assertThat(repo.worktrees().resolve("slot-01")).doesNotExist();
        assertThat(site.registry().list()).extracting(each -> each.path()).containsExactly(repo.root, users);
    }

    @Test
    void slotsThatAreToBeKeptOrThatOthersLeaseStay() {
        var keeping = pool(new SlotOptions(Reuse.CLEAN, SlotOptions.UNLIMITED, false, true));
        use(keeping, item(1), "true");
        assertThat(keeping.dismantle("run-1"::equals)).isEmpty();
        assertThat(repo.worktrees().resolve("slot-01")).exists();
        var pool = pool(SlotOptions.DEFAULT);
        use(pool, item(2), "true");
        try (var other = lease(pool(SlotOptions.DEFAULT))) {
            assertThat(pool.dismantle("run-1"::equals)).isEmpty();
            assertThat(other.name()).isEqualTo("slot-01");
            assertThat(repo.worktrees().resolve("slot-01")).exists();
        }
    }

    /// Runs that end together would take each other's locks for a moment, and each leave a slot to the other.
    @Test
    void theSlotsOfOtherRunsAreLookedAtWithoutTheirLocks() throws IOException {
        use(pool(SlotOptions.DEFAULT), item(1), "true");
        Files.delete(repo.locks().resolve("slot-01.lock"));

        assertThat(pool(SlotOptions.DEFAULT).dismantle("run-2"::equals)).isEmpty();

        assertThat(repo.worktrees().resolve("slot-01")).exists();
        assertThat(repo.locks().resolve("slot-01.lock")).doesNotExist();
    }

    @Test
    void slotsOfAProcessThatDiedAreGoneAfterTheirRunToo() {
        try (var unused = lease(pool(SlotOptions.DEFAULT));
                var used = lease(pool(SlotOptions.DEFAULT))) {
            assertThat(unused.name()).isEqualTo("slot-01");
            TempRepo.sh(used.prepare(item(1), start).directory(), "echo u > u.txt");
        }

        assertThat(pool(SlotOptions.DEFAULT).dismantle("run-2"::equals))
                .as("never used")
                .containsExactly(new SlotPool.Dismantled.Gone("slot-01", new Saved.Nothing()));
        assertThat(repo.worktrees().resolve("slot-02")).as("another run's").exists();
        assertThat(pool(SlotOptions.DEFAULT).dismantle("run-1"::equals)).hasSize(1);
        assertThat(repo.worktrees().resolve("slot-02")).doesNotExist();
    }

    @Test
    void slotsOfRunsThatDiedBelowItGoWithThoseOfARun() {
        try (var one = lease(pool(SlotOptions.DEFAULT));
                var other = lease(pool(SlotOptions.DEFAULT))) {
            TempRepo.sh(one.prepare(item(1), start).directory(), "echo u > u.txt");
            TempRepo.sh(
                    other.prepare(new ItemAttempt("run-2", "item-001", 1), start)
                            .directory(),
                    "echo v > v.txt");
        }

        assertThat(pool(SlotOptions.DEFAULT).dismantle(Set.of("run-1", "run-2")::contains))
                .hasSize(2);

        assertThat(site.registry().list()).hasSize(1);
        assertThat(repo.git("show", "refs/prodigy/salvage/run-2/item-001-1:v.txt"))
                .isEqualTo("v");
    }

    @Test
    void dismantlingSavesWhatWasNotSettled() {
        var pool = pool(SlotOptions.DEFAULT);
        try (var lease = lease(pool)) {
            TempRepo.sh(lease.prepare(item(1), start).directory(), "echo u > u.txt");
        }
        assertThat(pool.dismantle("run-1"::equals)).hasSize(1);
        assertThat(repo.git("show", "refs/prodigy/salvage/run-1/item-001-1:u.txt"))
                .isEqualTo("u");
    }

    @Test
    void leftoversThatAreTooLargeTakeTheSlotAside() {
        var pool = pool(SlotOptions.DEFAULT);
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item(1), start).directory();
            TempRepo.sh(directory, "truncate -s 257M large.bin");
            assertThat(lease.saveLeftovers(item(1), lease.status())).isInstanceOf(Saved.Retired.class);
            assertThat(lease.tree().root().resolve("large.bin")).exists();
            lease.settle(item(1), false);
        }
        use(pool, item(2), "test -f a.txt; test ! -e large.bin");
        assertThat(repo.worktrees().resolve("retired-run-1-item-001-1/large.bin"))
                .exists();
    }

    /// Its branch is at the commit already: nothing has to give way.
    @Test
    void anAttemptGoesOnInANewSlotWhereItsOwnWasMovedAside() {
        try (var lease = lease(pool(SlotOptions.DEFAULT))) {
            var directory = lease.prepare(item(1), start).directory();
            var head = TempRepo.commit(directory, "c.txt", "c");
            TempRepo.sh(directory, "git init -q tool; echo t > tool/t");
            assertThat(lease.saveLeftovers(item(1), lease.status())).isInstanceOf(Saved.Retired.class);

            var prepared = lease.prepare(item(1), start, head);

            assertThat(prepared.saved()).isEmpty();
            assertThat(prepared.directory().resolve("tool")).doesNotExist();
            assertThat(TempRepo.gitIn(prepared.directory(), "symbolic-ref", "HEAD"))
                    .isEqualTo(item(1).branch());
            assertThat(TempRepo.headOf(prepared.directory())).isEqualTo(head);
            assertThat(repo.worktrees().resolve("retired-run-1-item-001-1/tool/t"))
                    .exists();
        }
    }
}
