package dev.prodigy.runtime.git.slot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Worksite;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How slots are made, leased, reset and used again.
final class SlotPoolTest extends SlotFixture {
    private static final SlotOptions KEEP_IGNORED =
            new SlotOptions(Reuse.KEEP_IGNORED, SlotOptions.UNLIMITED, false, false);

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
    void theNextItemInTheSlotSeesNeitherPipesNorSockets() {
        var pool = pool(SlotOptions.DEFAULT);
        use(pool, item(1), "mkdir new; mkfifo top.pipe sub/pipe new/pipe");
        var directory = use(pool, item(2), "mkfifo later.pipe");
        assertThat(List.of("top.pipe", "sub/pipe", "new"))
                .allSatisfy(path -> assertThat(directory.resolve(path)).doesNotExist());
        use(pool, item(3), "true");
        assertThat(directory.resolve("later.pipe")).doesNotExist();
    }

    @Test
    void whatAStepHidFromGitIsSavedAndTheNextItemGetsAFreshCheckout() {
        for (var flag : List.of("--skip-worktree", "--assume-unchanged")) {
            var item = new ItemAttempt("run" + flag, "item-001", 1);
            var pool = pool(SlotOptions.DEFAULT);
            use(pool, item, "git update-index " + flag + " a.txt sub/b.txt; echo hidden > a.txt; rm sub/b.txt");
            assertThat(repo.git("show", item.salvageRef() + ":a.txt")).isEqualTo("hidden");
            assertThat(repo.git("ls-tree", "-r", "--name-only", item.salvageRef()))
                    .doesNotContain("sub/b.txt");
            var directory = use(pool, item(2), "echo seen > sub/b.txt");
            assertThat(directory.resolve("a.txt")).hasContent("one\ntwo\nthree\n");
            assertThat(TempRepo.gitIn(directory, "ls-files", "-v")).doesNotContain("S ", "h ");
            assertThat(repo.git("show", item(2).salvageRef() + ":sub/b.txt")).isEqualTo("seen");
        }
    }

    @Test
    void whatTheSetupLeftIsNoWorkWhileItIsUnchanged() {
        var pool = pool(SlotOptions.DEFAULT);
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item(1), start).directory();
            TempRepo.sh(directory, "echo m > made; echo o > other; echo m >> a.txt; rm sub/b.txt");
            lease.isSetUp(true);
            assertThat(lease.status().isClean()).isTrue();
            TempRepo.sh(directory, "echo own > own; echo x > made; git add other; echo b > sub/b.txt; rm a.txt");
            assertThat(lease.status().paths()).containsExactlyInAnyOrder("a.txt", "made", "other", "own");
            lease.saveLeftovers(item(1), lease.status());
            lease.settle(item(1), false);
        }
        use(pool, item(2), "rm sub/b.txt");
        assertThat(repo.git("ls-tree", "-r", "--name-only", item(2).salvageRef()))
                .doesNotContain("sub/b.txt");
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
    void whatTheSetupMadeIsThereForEveryItemWhereIgnoredFilesStay() {
        var pool = pool(KEEP_IGNORED);
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item(1), start).directory();
            TempRepo.sh(directory, "mkdir new build; touch made 'new/a [*] \\b ' new/other");
            lease.isSetUp(true);
            TempRepo.sh(directory, "touch mine new/mine build/out");
            lease.saveLeftovers(item(1), lease.status());
            lease.settle(item(1), false);
        }
        for (int number = 2; number <= 3; number++) {
            try (var lease = lease(pool)) {
                var prepared = lease.prepare(item(number), start);
                assertThat(prepared.setupNeeded()).isFalse();
                assertThat(TempRepo.sh(prepared.directory(), "git ls-files -o -z | tr '\\0' '\\n'"))
                        .isEqualTo("build/out\nmade\nnew/a [*] \\b \nnew/other");
                assertThat(lease.status().isClean()).isTrue();
                lease.settle(item(number), false);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo x > made", "rm made", "git add made", "git add made; git commit -q -m made"})
    void aSlotWhoseSetupAnItemHasTouchedIsSetUpAgain(String script) {
        var pool = pool(KEEP_IGNORED);
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item(1), start).directory();
            TempRepo.sh(directory, "echo m > made; mkdir build");
            lease.isSetUp(true);
            TempRepo.sh(directory, script);
            lease.saveLeftovers(item(1), lease.status());
            lease.settle(item(1), true);
        }
        try (var lease = lease(pool)) {
            var prepared = lease.prepare(item(2), start);
            assertThat(prepared.setupNeeded()).isTrue();
            assertThat(prepared.directory().resolve("made")).doesNotExist();
            assertThat(prepared.directory().resolve("build"))
                    .as("as in a new one")
                    .doesNotExist();
            lease.settle(item(2), false);
        }
    }

    @Test
    void aSlotWhoseSetupHasNotEndedWellIsSetUpAgain() {
        var pool = pool(KEEP_IGNORED);
        for (int number = 1; number <= 3; number++) {
            try (var lease = lease(pool)) {
                var prepared = lease.prepare(item(number), start);
                assertThat(prepared.setupNeeded()).isTrue();
                assertThat(prepared.replaced()).isFalse();
                assertThat(prepared.directory().resolve("build")).doesNotExist();
                TempRepo.sh(prepared.directory(), "mkdir build; touch build/out made");
                if (number == 3) {
                    lease.isSetUp(true);
                    TempRepo.sh(prepared.directory(), "rm made");
                }
                lease.saveLeftovers(item(number), lease.status());
                lease.settle(item(number), false);
            }
        }
        for (int number = 4; number <= 5; number++) {
            try (var lease = lease(pool)) {
                assertThat(lease.prepare(item(number), start).setupNeeded())
                        .as("what it made is gone, and the setup that was to make it again has failed")
                        .isTrue();
                lease.settle(item(number), false);
            }
        }
    }

    /// The commit does not ignore `.env`, as the user's checkout does; an ignored copy stays as an item left it.
    @Test
    void anIncludedFileIsThereForEveryItem() {
        repo.write(".env", "SECRET=1\n");
        repo.write("kept.log", "1\n");
        var included = new IncludedFiles(repo.root, List.of(".env", "kept.log"));
        var pool = new SlotPool(site, places, KEEP_IGNORED, included, DiskSpace.MEASURED);
        start = TempRepo.commit(repo.root, ".gitignore", "*.log");
        use(pool, item(1), "echo SECRET=2 > .env; echo 2 > kept.log");
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item(2), start).directory();
            assertThat(directory.resolve(".env")).hasContent("SECRET=1");
            assertThat(directory.resolve("kept.log")).hasContent("2");
            assertThat(lease.status().isClean()).isTrue();
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
    void includedFilesAreCopiedForEveryItem() {
        repo.write(".worktreeinclude", ".env\n");
        repo.write(".env", "SECRET=1\n");
        var pool = pool(SlotOptions.DEFAULT);
        use(pool, item(1), "grep -q SECRET=1 .env; echo changed > .env");
        use(pool, item(2), "grep -q SECRET=1 .env");
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

    /// The commit does not ignore it, as the user's checkout does.
    @Test
    void anIncludedFileIsNoLeftoverUntilItIsChanged() {
        repo.write(".env", "SECRET=1\n");
        start = TempRepo.commit(repo.root, ".gitignore", "nothing");
        var included = new IncludedFiles(repo.root, List.of(".env"));
        var pool = new SlotPool(site, places, SlotOptions.DEFAULT, included, DiskSpace.MEASURED);
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item(1), start).directory();
            assertThat(lease.status().isClean()).isTrue();
            lease.isSetUp(true);
            TempRepo.sh(directory, "echo u > u.txt");
            lease.saveLeftovers(item(1), lease.status());
            assertThat(repo.git("ls-tree", "--name-only", item(1).salvageRef()))
                    .contains("u.txt")
                    .doesNotContain(".env");
            lease.settle(item(1), false);
        }
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item(2), start).directory();
            TempRepo.sh(directory, "echo SECRET=2 > .env");
            lease.saveLeftovers(item(2), lease.status());
            assertThat(repo.git("show", item(2).salvageRef() + ":.env")).isEqualTo("SECRET=2");
            lease.settle(item(2), false);
        }
    }
}
