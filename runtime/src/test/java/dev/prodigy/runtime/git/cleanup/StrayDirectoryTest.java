package dev.prodigy.runtime.git.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.OsLock;
import dev.prodigy.runtime.git.TempRepo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Directories among the worktrees that are none: strays, or worktrees that a live run is making (spec 05 §2.8:
/// "no command removes a worktree leased by a live run").
final class StrayDirectoryTest {
    @TempDir
    Path base;

    private CleaningSite site;
    private TempRepo repo;

    @BeforeEach
    void make() throws IOException {
        site = CleaningSite.in(base);
        repo = site.repo();
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void itIsSavedAndRemoved() {
        TempRepo.write(repo.worktrees().resolve("stray"), "file", "x");
        assertThat(site.removal().remove(site.only("stray"))).isInstanceOf(Removal.Removed.class);
        assertThat(repo.git("show", "refs/prodigy/salvage/unknown/stray-1:file"))
                .isEqualTo("x");
        assertThat(repo.worktrees().resolve("stray")).doesNotExist();
    }

    @Test
    void aSlotThatIsBeingMadeIsInUse() {
        TempRepo.write(repo.worktrees().resolve("slot-01"), "file", "x");
        try (var _ = OsLock.tryAcquire(site.places().lock(1)).orElseThrow()) {
            var slot = site.only("slot-01");
            assertThat(slot.state()).isEqualTo(WorktreeState.ACTIVE);
            assertThat(site.removal().remove(slot)).isInstanceOf(Removal.Kept.class);
            assertThat(slot.path().resolve("file")).exists();
        }
        assertThat(site.removal().remove(site.only("slot-01"))).isInstanceOf(Removal.Removed.class);
    }

    @Test
    void aSlotThatWasLeasedSinceItWasLookedAtStays() {
        TempRepo.write(repo.worktrees().resolve("slot-01"), "file", "x");
        var looked = site.only("slot-01");
        try (var _ = OsLock.tryAcquire(site.places().lock(1)).orElseThrow()) {
            assertThat(site.removal().remove(looked)).isInstanceOf(Removal.Kept.class);
        }
        assertThat(looked.path().resolve("file")).exists();
    }

    @Test
    void oneThatHasBecomeAWorktreeSinceStays() throws Exception {
        TempRepo.write(repo.worktrees().resolve("slot-01"), "file", "x");
        var looked = site.only("slot-01");
        Files.delete(looked.path().resolve("file"));
        Files.delete(looked.path());
        try (var lease = site.lease(repo.id("HEAD"))) {
            lease.prepare(new ItemAttempt("run-1", "item-001", 1), repo.id("HEAD"));
        }
        assertThat(site.removal().remove(looked)).isInstanceOf(Removal.Kept.class);
        assertThat(site.only("slot-01").kind()).isEqualTo(WorktreeEntry.Kind.SLOT);
    }

    /// Whoever removes it takes the lock of that run.
    @Test
    void theDirectoryOfARunIsThatRuns() {
        TempRepo.write(repo.worktrees().resolve("run-1"), "file", "x");
        site.runs().put("run-1", new KnownRun("run-1", repo.id("HEAD"), "main", true, true, true));
        var live = site.only("run-1");
        assertThat(live.runId()).isEqualTo("run-1");
        assertThat(live.state()).isEqualTo(WorktreeState.ACTIVE);
        assertThat(site.removal().remove(live)).isInstanceOf(Removal.Kept.class);

        site.runs().put("run-1", new KnownRun("run-1", repo.id("HEAD"), "main", false, true, true));
        assertThat(site.only("run-1").state()).isEqualTo(WorktreeState.ORPHANED);
        assertThat(site.only("run-1").runId()).isEqualTo("run-1");
    }
}
