package dev.prodigy.runtime.run.worktree;

import dev.prodigy.runtime.git.cleanup.Removal;
import dev.prodigy.runtime.git.cleanup.SalvageRefs;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry;
import dev.prodigy.runtime.git.cleanup.WorktreeState;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.run.merge.LateMerge;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The directories that are left of the worktrees of a repository that is not where it was. Their commits were in it,
/// and what they hold can be saved nowhere: so they are shown, and stay (spec 03 §12).
///
/// @param folder the repository's directory of worktrees
/// @param place where the repository was, or null when nothing tells
record LostWorktrees(Path folder, @Nullable Path place, WorktreeOwners owners) implements RunWorktrees {

    @Override
    public List<WorktreeEntry> list() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        var found = new ArrayList<WorktreeEntry>();
        try (var each = Files.newDirectoryStream(folder)) {
            each.forEach(path -> found.add(entry(path)));
        } catch (IOException | DirectoryIteratorException e) {
            throw StorageFailure.of("read", folder, e instanceof IOException io ? io : new IOException(e));
        }
        found.sort(Comparator.comparing(WorktreeEntry::name));
        return found;
    }

    private WorktreeEntry entry(Path path) {
        var name = String.valueOf(path.getFileName());
        var run = RunId.parse(name).map(RunId::text).orElse(null);
        var kind = run != null
                ? WorktreeEntry.Kind.SESSION
                : SlotPlaces.isName(name) ? WorktreeEntry.Kind.SLOT : WorktreeEntry.Kind.STRAY;
        boolean live = run(run).filter(each -> each.record().isLive()).isPresent();
        var state = live ? WorktreeState.ACTIVE : WorktreeState.ORPHANED;
        return new WorktreeEntry(kind, name, run, null, path, null, null, state, 0, false, null);
    }

    @Override
    public Optional<Run> run(@Nullable String id) {
        return owners.find(id);
    }

    @Override
    public boolean knows(String runId) {
        return owners.knows(runId);
    }

    @Override
    public boolean hasBranch(String branch) {
        return true;
    }

    @Override
    public Removal foresee(WorktreeEntry entry) {
        return remove(entry);
    }

    private String why() {
        return "its repository is not " + (place == null ? "known" : "at " + place) + " any more, so that nothing can"
                + " be saved; bring it back, or remove what is in " + folder + " yourself";
    }

    @Override
    public Removal remove(WorktreeEntry entry) {
        return new Removal.Kept(entry.name(), why());
    }

    @Override
    public List<Saved> removeItemBranches(String runId) {
        return List.of();
    }

    @Override
    public void removeReachedItemBranches(String runId, Set<String> items) {}

    @Override
    public List<Saved> foreseeItemBranches(String runId) {
        return List.of();
    }

    @Override
    public LateMerge.Outcome merge(Run run, Consumer<String> waiting) {
        return new LateMerge.Outcome.Refused("MERGE_REFUSED", why(), null);
    }

    @Override
    public List<SalvageRefs.Entry> salvaged() {
        return List.of();
    }

    @Override
    public boolean forget(SalvageRefs.Entry saved) {
        return false;
    }

    @Override
    public int filesChanged(WorktreeEntry entry) {
        return 0;
    }

    @Override
    public void close() {}
}
