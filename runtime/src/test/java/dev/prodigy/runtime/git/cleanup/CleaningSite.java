package dev.prodigy.runtime.git.cleanup;

import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.session.SessionWorktree;
import dev.prodigy.runtime.git.slot.Acquisition;
import dev.prodigy.runtime.git.slot.DiskSpace;
import dev.prodigy.runtime.git.slot.IncludedFiles;
import dev.prodigy.runtime.git.slot.Provision;
import dev.prodigy.runtime.git.slot.SlotLease;
import dev.prodigy.runtime.git.slot.SlotOptions;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.slot.SlotPool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A repository with worktrees of runs to look at and to clean.
///
/// @param runs those that are known, by their ids
record CleaningSite(TempRepo repo, Worksite site, SlotPlaces places, Map<String, KnownRun> runs)
        implements AutoCloseable {
    static CleaningSite in(Path base) throws IOException {
        var repo = TempRepo.create(base);
        return new CleaningSite(
                repo,
                Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock")),
                new SlotPlaces(repo.worktrees(), repo.locks()),
                new HashMap<>());
    }

    /// @return the session worktree of a run
    Path session(String runId, ObjectId start) {
        var root = repo.worktrees().resolve(runId);
        var provision = new Provision(new IncludedFiles(repo.root, List.of()), false);
        new SessionWorktree(site, root, runId, provision).open(start);
        return root;
    }

    SlotLease lease(ObjectId start) {
        var pool = new SlotPool(
                site, places, SlotOptions.DEFAULT, new IncludedFiles(repo.root, List.of()), DiskSpace.MEASURED);
        return ((Acquisition.Granted) pool.acquire(start)).lease();
    }

    List<WorktreeEntry> list() {
        return new WorktreeList(site, places).read(id -> Optional.ofNullable(runs.get(id)));
    }

    WorktreeEntry only(String name) {
        return list().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    WorktreeRemoval removal() {
        return new WorktreeRemoval(site, places);
    }

    @Override
    public void close() {
        repo.close();
    }
}
