package dev.prodigy.runtime.git.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.OsLock;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.slot.Acquisition;
import dev.prodigy.runtime.git.slot.DiskSpace;
import dev.prodigy.runtime.git.slot.IncludedFiles;
import dev.prodigy.runtime.git.slot.SlotOptions;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.slot.SlotPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Directories among the worktrees that are none: strays, or worktrees that a live run is making (spec 05 §2.8:
/// "no command removes a worktree leased by a live run").
final class StrayDirectoryTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private Worksite site;
    private SlotPlaces places;
    private final Map<String, KnownRun> runs = new HashMap<>();

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        places = new SlotPlaces(repo.worktrees(), repo.locks());
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void itIsSavedAndRemoved() {
        TempRepo.write(repo.worktrees().resolve("stray"), "file", "x");
        assertThat(removal().remove(only("stray"))).isInstanceOf(Removal.Removed.class);
        assertThat(repo.git("show", "refs/prodigy/salvage/unknown/stray-1:file"))
                .isEqualTo("x");
        assertThat(repo.worktrees().resolve("stray")).doesNotExist();
    }

    @Test
    void aSlotThatIsBeingMadeIsInUse() {
        TempRepo.write(repo.worktrees().resolve("slot-01"), "file", "x");
        try (var _ = OsLock.tryAcquire(places.lock(1)).orElseThrow()) {
            var slot = only("slot-01");
            assertThat(slot.state()).isEqualTo(WorktreeState.ACTIVE);
            assertThat(removal().remove(slot)).isInstanceOf(Removal.Kept.class);
            assertThat(slot.path().resolve("file")).exists();
        }
        assertThat(removal().remove(only("slot-01"))).isInstanceOf(Removal.Removed.class);
    }

    @Test
    void aSlotThatWasLeasedSinceItWasLookedAtStays() {
        TempRepo.write(repo.worktrees().resolve("slot-01"), "file", "x");
        var looked = only("slot-01");
        try (var _ = OsLock.tryAcquire(places.lock(1)).orElseThrow()) {
            assertThat(removal().remove(looked)).isInstanceOf(Removal.Kept.class);
        }
        assertThat(looked.path().resolve("file")).exists();
    }

    @Test
    void oneThatHasBecomeAWorktreeSinceStays() throws Exception {
        TempRepo.write(repo.worktrees().resolve("slot-01"), "file", "x");
        var looked = only("slot-01");
        Files.delete(looked.path().resolve("file"));
        Files.delete(looked.path());
        var pool = new SlotPool(
                site, places, SlotOptions.DEFAULT, new IncludedFiles(repo.root, List.of()), DiskSpace.MEASURED);
        try (var lease = ((Acquisition.Granted) pool.acquire(repo.id("HEAD"))).lease()) {
            lease.prepare(new ItemAttempt("run-1", "item-001", 1), repo.id("HEAD"));
        }
        assertThat(removal().remove(looked)).isInstanceOf(Removal.Kept.class);
        assertThat(only("slot-01").kind()).isEqualTo(WorktreeEntry.Kind.SLOT);
    }

    /// Whoever removes it takes the lock of that run.
    @Test
    void theDirectoryOfARunIsThatRuns() {
        TempRepo.write(repo.worktrees().resolve("run-1"), "file", "x");
        runs.put("run-1", new KnownRun("run-1", repo.id("HEAD"), "main", true, true));
        var live = only("run-1");
        assertThat(live.runId()).isEqualTo("run-1");
        assertThat(live.state()).isEqualTo(WorktreeState.ACTIVE);
        assertThat(removal().remove(live)).isInstanceOf(Removal.Kept.class);

        runs.put("run-1", new KnownRun("run-1", repo.id("HEAD"), "main", false, true));
        assertThat(only("run-1").state()).isEqualTo(WorktreeState.ORPHANED);
        assertThat(only("run-1").runId()).isEqualTo("run-1");
    }

    private WorktreeEntry only(String name) {
        return new WorktreeList(site, places)
                .read(id -> Optional.ofNullable(runs.get(id))).stream()
                        .filter(entry -> entry.name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    private WorktreeRemoval removal() {
        return new WorktreeRemoval(site, places);
    }
}
