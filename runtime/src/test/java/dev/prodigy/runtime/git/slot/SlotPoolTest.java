package dev.prodigy.runtime.git.slot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Worksite;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SlotPoolTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private Worksite site;
    private ObjectId start;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"), repo.tmp());
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
            assertThat(lease.status().isClean()).isTrue();
            assertThat(prepared.setupNeeded()).isTrue();
        }
    }

    @Test
    void theNextItemInTheSlotSeesNeitherUntrackedNorIgnoredFiles() {
        var pool = pool(SlotOptions.DEFAULT);
        useOnce(pool, 1, "echo x > new.txt; echo y > some.log; mkdir build; touch build/out; echo changed > a.txt");
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item(2), start).directory();
            assertThat(lease.name()).isEqualTo("slot-01");
            assertThat(directory.resolve("new.txt")).doesNotExist();
            assertThat(directory.resolve("some.log")).doesNotExist();
            assertThat(directory.resolve("build")).doesNotExist();
            assertThat(directory.resolve("a.txt")).hasContent("one\ntwo\nthree\n");
        }
    }

    private SlotLease useOnce(SlotPool pool, int item, String script) {
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item(item), start).directory();
            TempRepo.sh(directory, script);
            lease.saveLeftovers(item(item), lease.status());
            lease.settle(item(item), false);
            return lease;
        }
    }

    private SlotPool pool(SlotOptions options) {
        var included = IncludedFiles.find(site.repository(), null, repo.tmp());
        return new SlotPool(
                site, new SlotPlaces(repo.worktrees(), repo.locks()), options, included, DiskSpace.MEASURED);
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
