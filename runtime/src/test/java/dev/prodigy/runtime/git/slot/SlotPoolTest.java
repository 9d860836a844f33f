package dev.prodigy.runtime.git.slot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.OsLock;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Worksite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SlotPoolTest {
    private static final SlotOptions KEEP_IGNORED =
            new SlotOptions(Reuse.KEEP_IGNORED, SlotOptions.UNLIMITED, false, false);

    @TempDir
    Path base;

    private TempRepo repo;
    private Worksite site;
    private SlotPlaces places;
    private ObjectId start;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        places = new SlotPlaces(repo.worktrees(), repo.locks());
        start = repo.id("HEAD");
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void aSlotIsMadeOnTheItemsBranchAtTheTip() {
        try (var lease = lease(pool(SlotOptions.DEFAULT))) {
            var prepared = lease.prepare(item(1), start);
            assertThat(prepared.tree().root()).isEqualTo(repo.worktrees().resolve("slot-01"));
            assertThat(prepared.directory().resolve("a.txt")).hasContent("one\ntwo\nthree\n");
            assertThat(TempRepo.gitIn(prepared.directory(), "symbolic-ref", "HEAD"))
                    .isEqualTo("refs/heads/prodigy-items/run-1/item-001");
            assertThat(repo.git("config", "--get-regexp", "^branch\\.|^user.name"))
                    .doesNotContain("branch.");
            assertThat(lease.status().isClean()).isTrue();
            assertThat(prepared.setupNeeded()).isTrue();
            assertThat(prepared.replaced()).isFalse();
            assertThat(prepared.saved()).isEmpty();
        }
    }

    @Test
    void stepsWorkInTheSubdirectoryProdigyWasStartedFrom() throws IOException {
        Files.createDirectories(repo.root.resolve("untracked/deep"));
        for (var prefix : List.of("sub", "untracked/deep")) {
            site = Worksite.of(
                    repo.open(repo.root.resolve(prefix)), repo.locks().resolve("worktrees.lock"));
            try (var lease = lease(pool(SlotOptions.DEFAULT))) {
                var prepared = lease.prepare(item(1), start);
                assertThat(prepared.directory())
                        .isEqualTo(prepared.tree().root().resolve(prefix));
                assertThat(prepared.directory()).isDirectory();
                lease.settle(item(1), false);
            }
        }
    }

    @Test
    void theNextItemInTheSlotSeesNeitherUntrackedNorIgnoredFiles() {
        var pool = pool(SlotOptions.DEFAULT);
        use(pool, item(1), "echo x > new.txt; echo y > some.log; mkdir build; touch build/out; echo changed > a.txt");
        var directory = use(pool, item(2), "true");
        assertThat(directory.resolve("new.txt")).doesNotExist();
        assertThat(directory.resolve("some.log")).doesNotExist();
        assertThat(directory.resolve("build")).doesNotExist();
        assertThat(directory.resolve("a.txt")).hasContent("one\ntwo\nthree\n");
        assertThat(directory.getFileName()).hasToString("slot-01");
    }

    @Test
    void ignoredFilesStayWhenTheyAreToBeKept() {
        var pool = pool(KEEP_IGNORED);
        use(pool, item(1), "echo x > new.txt; mkdir build; touch build/out");
        try (var lease = lease(pool)) {
            var prepared = lease.prepare(item(2), start);
            assertThat(prepared.directory().resolve("new.txt")).doesNotExist();
            assertThat(prepared.directory().resolve("build/out")).exists();
            assertThat(prepared.setupNeeded()).isFalse();
            lease.settle(item(2), false);
        }
    }

    @Test
    void anotherRunGetsACleanSlotWhateverIsToBeKept() {
        use(pool(KEEP_IGNORED), item(1), "mkdir build; touch build/out");
        var directory = use(pool(KEEP_IGNORED), new ItemAttempt("run-2", "item-001", 1), "true");
        assertThat(directory.getFileName()).hasToString("slot-01");
        assertThat(directory.resolve("build")).doesNotExist();
    }

    @Test
    void itemsStartFromTheTipTheyAreGiven() {
        var pool = pool(SlotOptions.DEFAULT);
        use(pool, item(1), "true");
        repo.git("checkout", "-q", "-b", "side");
        var tip = TempRepo.commit(repo.root, "later.txt", "x");
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item(2), tip).directory();
            assertThat(directory.resolve("later.txt")).exists();
            assertThat(TempRepo.headOf(directory)).isEqualTo(tip);
        }
    }

    @Test
    void aLeasedSlotIsNeverGivenToAnyoneElse() {
        try (var one = lease(pool(SlotOptions.DEFAULT));
                var two = lease(pool(SlotOptions.DEFAULT))) {
            assertThat(one.name()).isEqualTo("slot-01");
            assertThat(two.name()).isEqualTo("slot-02");
        }
        try (var again = lease(pool(SlotOptions.DEFAULT))) {
            assertThat(again.name()).isEqualTo("slot-01");
        }
    }

    @Test
    void aRunPrefersTheSlotsItHasUsed() {
        var pool = pool(KEEP_IGNORED);
        try (var other = lease(pool(SlotOptions.DEFAULT))) {
            use(pool, item(1), "true");
            assertThat(other.name()).isEqualTo("slot-01");
        }
        try (var lease = lease(pool)) {
            assertThat(lease.name()).isEqualTo("slot-02");
        }
    }

    @Test
    void sixtyFourAtOnceGetASlotEach() throws Exception {
        var pool = pool(SlotOptions.DEFAULT);
        var jobs = new ArrayList<Callable<SlotLease>>();
        for (int i = 0; i < 64; i++) {
            var item = new ItemAttempt("run-1", "item-" + i, 1);
            jobs.add(() -> {
                var lease = lease(pool);
                lease.prepare(item, start);
                return lease;
            });
        }
        var names = new ArrayList<String>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var job : threads.invokeAll(jobs)) {
                try (var lease = job.get()) {
                    names.add(lease.name());
                    assertThat(lease.status().isClean()).isTrue();
                }
            }
        }
        assertThat(names).doesNotHaveDuplicates().hasSize(64);
    }

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
                    .containsExactly(new Saved.Kept("refs/prodigy/salvage/run-1/item-001-1", first, List.of()));
            assertThat(TempRepo.headOf(prepared.directory())).isEqualTo(start);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm .git",
                "rm .git; git init -q",
                "rm -rf $(git rev-parse --git-dir)",
                "git worktree remove --force .",
                "echo garbage > $(git rev-parse --git-dir)/HEAD",
                "git sparse-checkout set sub",
                "git checkout -q -b x; git commit -q --allow-empty -m x; echo x > a.txt; git commit -qam x; git checkout -q main~0; echo y > a.txt; git commit -qam y; git rebase -q x || true",
                "git bisect start"
            })
    void whateverAStepDoesToItsSlotTheNextItemGetsAGoodOne(String script) {
        var pool = pool(SlotOptions.DEFAULT);
        try (var lease = lease(pool)) {
            TempRepo.sh(lease.prepare(item(1), start).directory(), script);
        }
        try (var lease = lease(pool)) {
            var prepared = lease.prepare(item(2), start);
            assertThat(prepared.replaced()).isTrue();
            assertThat(prepared.directory().resolve("a.txt")).hasContent("one\ntwo\nthree\n");
            assertThat(TempRepo.gitIn(prepared.directory(), "status", "--porcelain"))
                    .isEmpty();
        }
        repo.git("fsck", "--no-dangling", "--connectivity-only");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "touch $(git rev-parse --git-dir)/index.lock",
                "echo garbage > $(git rev-parse --git-dir)/index",
                "rm $(git rev-parse --git-dir)/index",
                "git checkout -q -b x; echo x > a.txt; git commit -qam x; git checkout -q main~0; echo y > a.txt; git commit -qam y; git merge -q x || true",
                "git checkout -q --orphan fresh",
                "git rm -q -r .",
                "mkdir closed; touch closed/x; chmod 500 closed"
            })
    void lesserDamageIsMended(String script) {
        var pool = pool(SlotOptions.DEFAULT);
        try (var lease = lease(pool)) {
            TempRepo.sh(lease.prepare(item(1), start).directory(), script);
        }
        var directory = use(pool, item(2), "test -z \"$(git status --porcelain)\"");
        assertThat(directory.resolve("a.txt")).hasContent("one\ntwo\nthree\n");
    }

    @Test
    void includedFilesAreCopiedForEveryItem() {
        repo.write(".worktreeinclude", ".env\n");
        repo.write(".env", "SECRET=1\n");
        var pool = pool(SlotOptions.DEFAULT);
        use(pool, item(1), "grep -q SECRET=1 .env; echo changed > .env");
        use(pool, item(2), "grep -q SECRET=1 .env");
    }

    @Test
    void withoutRoomNoSlotIsMade() {
        assertThat(pool(SlotOptions.DEFAULT, _ -> (1L << 30) + 100).acquire(start))
                .isInstanceOfSatisfying(Acquisition.NoRoom.class, refusal -> {
                    assertThat(refusal.limit()).isEqualTo(Acquisition.Limit.FREE_DISK);
                    assertThat(refusal.left()).isEqualTo(100);
                    assertThat(refusal.othersHoldSlots()).isFalse();
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
                    assertThat(refusal.othersHoldSlots()).isTrue();
                });
            }
        }
    }

    @Test
    void aFreedSlotIsReusedWithoutMoreRoom() {
        use(pool(SlotOptions.DEFAULT), item(1), "true");
        assertThat(pool(SlotOptions.DEFAULT, _ -> 0).acquire(start)).isInstanceOf(Acquisition.Granted.class);
    }

    @Test
    void afterTheRunItsSlotsAreGone() {
        var pool = pool(SlotOptions.DEFAULT);
        use(pool, item(1), "true");
        var users = repo.root.resolveSibling("users");
        repo.git("worktree", "add", "-q", "--detach", users.toString());
        assertThat(pool.dismantle("run-1")).isEmpty();
        assertThat(repo.worktrees().resolve("slot-01")).doesNotExist();
        assertThat(site.registry().list()).extracting(each -> each.path()).containsExactly(repo.root, users);
    }

    @Test
    void slotsThatAreToBeKeptOrThatOthersLeaseStay() {
        var keeping = pool(new SlotOptions(Reuse.CLEAN, SlotOptions.UNLIMITED, false, true));
        use(keeping, item(1), "true");
        assertThat(keeping.dismantle("run-1")).isEmpty();
        assertThat(repo.worktrees().resolve("slot-01")).exists();
        var pool = pool(SlotOptions.DEFAULT);
        use(pool, item(2), "true");
        try (var other = lease(pool(SlotOptions.DEFAULT))) {
            assertThat(pool.dismantle("run-1")).isEmpty();
            assertThat(other.name()).isEqualTo("slot-01");
            assertThat(repo.worktrees().resolve("slot-01")).exists();
        }
    }

    @Test
    void slotsOfAProcessThatDiedAreGoneAfterTheirRunToo() {
        try (var unused = lease(pool(SlotOptions.DEFAULT));
                var used = lease(pool(SlotOptions.DEFAULT))) {
            assertThat(unused.name()).isEqualTo("slot-01");
            TempRepo.sh(used.prepare(item(1), start).directory(), "echo u > u.txt");
        }

        assertThat(pool(SlotOptions.DEFAULT).dismantle("run-2")).isEmpty();
        assertThat(repo.worktrees().resolve("slot-01")).as("never used").doesNotExist();
        assertThat(repo.worktrees().resolve("slot-02")).as("another run's").exists();
        assertThat(pool(SlotOptions.DEFAULT).dismantle("run-1")).hasSize(1);
        assertThat(repo.worktrees().resolve("slot-02")).doesNotExist();
    }

    @Test
    void dismantlingSavesWhatWasNotSettled() {
        var pool = pool(SlotOptions.DEFAULT);
        try (var lease = lease(pool)) {
            TempRepo.sh(lease.prepare(item(1), start).directory(), "echo u > u.txt");
        }
        assertThat(pool.dismantle("run-1")).hasSize(1);
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

    @Test
    void hooksOfTheUserDoNotRun() throws IOException {
        for (var name : new String[] {"post-checkout", "reference-transaction"}) {
            var hook = repo.root.resolve(".git/hooks/" + name);
            Files.createDirectories(hook.getParent());
            Files.writeString(hook, "#!/bin/sh\ntouch '" + base.resolve("hook-ran") + "'\nexit 1\n");
            assertThat(hook.toFile().setExecutable(true)).isTrue();
        }
        use(pool(SlotOptions.DEFAULT), item(1), "true");
        assertThat(base.resolve("hook-ran")).doesNotExist();
    }

    private Path use(SlotPool pool, ItemAttempt item, String script) {
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item, start).directory();
            TempRepo.sh(directory, script);
            lease.saveLeftovers(item, lease.status());
            lease.settle(item, false);
            return directory;
        }
    }

    private SlotPool pool(SlotOptions options) {
        return pool(options, DiskSpace.MEASURED);
    }

    private SlotPool pool(SlotOptions options, DiskSpace disk) {
        var included = IncludedFiles.find(site.repository(), null);
        return new SlotPool(site, places, options, included, disk);
    }

    private SlotLease lease(SlotPool pool) {
        var acquired = pool.acquire(start);
        assertThat(acquired).isInstanceOf(Acquisition.Granted.class);
        return ((Acquisition.Granted) acquired).lease();
    }

    private static ItemAttempt item(int number) {
        return new ItemAttempt("run-1", "item-00" + number, 1);
    }
}
