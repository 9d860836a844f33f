package dev.prodigy.runtime.git.salvage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.slot.Acquisition;
import dev.prodigy.runtime.git.slot.DiskSpace;
import dev.prodigy.runtime.git.slot.IncludedFiles;
import dev.prodigy.runtime.git.slot.SlotOptions;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.slot.SlotPool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Commits that a step takes out of its own history are not lost with the worktree (spec 03 §12).
final class LostCommitsTest {
    private static final ItemAttempt ITEM = new ItemAttempt("run-1", "item-001", 1);

    @TempDir
    Path base;

    private TempRepo repo;
    private Worksite site;
    private SlotPool pool;
    private ObjectId start;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        repo.git("config", "core.logAllRefUpdates", "false");
        site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        pool = new SlotPool(
                site,
                new SlotPlaces(repo.worktrees(), repo.locks()),
                SlotOptions.DEFAULT,
                IncludedFiles.find(site.repository(), null),
                DiskSpace.MEASURED);
        start = repo.id("HEAD");
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            nothing                     | true                                                             |      |
            commits one upon the other  | commit a; commit b                                               |      |
            reset                       | commit a; git reset -q --hard HEAD~1                             | a    | a
            two resets                  | commit a; commit b; git reset -q --hard HEAD~2; commit c; git reset -q --hard HEAD~1 | a b c | b c
            reset of the second of two  | commit a; commit b; git reset -q --hard HEAD~1                   | b    | b
            left a detached HEAD        | git checkout -q --detach; commit a; git checkout -q -            | a    | a
            left a deleted branch       | git checkout -q -b x; commit a; git checkout -q -; git branch -q -D x | a | a
            left a branch               | git checkout -q -b x; commit a; git checkout -q -                |      |
            amended                     | commit a; git commit -q --amend -m b                             | a    |
            amended, then reset         | commit a; git commit -q --amend -m b; git reset -q --hard HEAD~1 | a b  | b
            gone back from by prodigy   | commit a; GIT_REFLOG_ACTION='prodigy: back' git reset -q --hard HEAD~1 | a |
            an unborn branch            | git update-ref -d HEAD                                           |      |
            unborn behind commits       | commit a; git update-ref -d HEAD                                 | a    | a
            reset and uncommitted       | commit a; git reset -q --hard HEAD~1; echo u > u.txt             | a    | a
            """)
    void everyCommitThatHeadWasAtIsKept(String name, String script, String kept, String told) {
        var script2 = "commit() { echo $1 > $1; git add $1; git commit -q -m $1; }\n" + script;
        Saved saved;
        try (var lease = ((Acquisition.Granted) pool.acquire(start)).lease()) {
            TempRepo.sh(lease.prepare(ITEM, start).directory(), script2);
            saved = lease.saveLeftovers(ITEM, lease.status());
            lease.settle(ITEM, true);
        }
        var subjects = saved instanceof Saved.Kept(var ref, var _, var _, var _)
                ? repo.git("log", "--format=%s", ref, "--not", "--branches")
                        .lines()
                        .filter(subject -> subject.length() == 1)
                        .sorted()
                        .toList()
                : List.<String>of();
        assertThat(String.join(" ", subjects)).isEqualTo(kept == null ? "" : kept);
        var lost = saved instanceof Saved.Kept every
                ? every.lost().stream()
                        .map(id -> repo.git("log", "-1", "--format=%s", id.hex()))
                        .sorted()
                        .toList()
                : List.<String>of();
        assertThat(String.join(" ", lost)).isEqualTo(told == null ? "" : told);
    }

    @Test
    void theBranchOfAnItemIsWhereTheStepsLeftHead() {
        ObjectId head;
        try (var lease = ((Acquisition.Granted) pool.acquire(start)).lease()) {
            var directory = lease.prepare(ITEM, start).directory();
            TempRepo.sh(directory, "git checkout -q --detach; echo a > a; git add a; git commit -q -m a");
            head = TempRepo.headOf(directory);
            assertThat(lease.saveLeftovers(ITEM, lease.status())).isInstanceOf(Saved.Nothing.class);
            lease.settle(ITEM, true);
        }
        assertThat(repo.id(ITEM.branch())).isEqualTo(head);
    }

    @Test
    void anotherAttemptInTheSlotAnswersOnlyForItself() {
        for (int attempt = 1; attempt <= 2; attempt++) {
            var item = new ItemAttempt("run-1", "item-001", attempt);
            try (var lease = ((Acquisition.Granted) pool.acquire(start)).lease()) {
                var script =
                        attempt == 1 ? "echo a > a; git add a; git commit -q -m a; git reset -q --hard HEAD~1" : "true";
                TempRepo.sh(lease.prepare(item, start).directory(), script);
                lease.saveLeftovers(item, lease.status());
                lease.settle(item, false);
            }
        }
        assertThat(site.repository().refs().below("refs/prodigy/salvage/"))
                .containsOnlyKeys("refs/prodigy/salvage/run-1/item-001-1");
    }
}
