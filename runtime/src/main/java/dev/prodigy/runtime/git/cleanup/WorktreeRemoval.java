package dev.prodigy.runtime.git.cleanup;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.OsLock;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Salvage;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Survivors;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.worktree.Registration;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.UseNote;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Removes worktrees one by one, with their registration and branch, after saving what they hold.
/// What cannot be saved stays; what a live run uses is not touched (spec 03 §12, 05 §2.8).
public final class WorktreeRemoval {
    private static final String IN_USE = "a live run uses it";

    private final Worksite site;
    private final Repository repository;
    private final SlotPlaces places;
    private final Salvage salvage;
    private @Nullable WorktreeRemoval rehearsal;

    /// @param places the repository's directories of worktrees and lock files
    public WorktreeRemoval(Worksite site, SlotPlaces places) {
        this(site, places, site.salvage());
    }

    private WorktreeRemoval(Worksite site, SlotPlaces places, Salvage salvage) {
        this.site = site;
        this.repository = site.repository();
        this.places = places;
        this.salvage = salvage;
    }

    /// Says what would become of a worktree that is to be removed behind those that were asked for before, and where
    /// what it holds would be saved. Nothing is written.
    public Removal foresee(WorktreeEntry entry) {
        if (entry.state() == WorktreeState.ACTIVE) {
            return new Removal.Kept(entry.name(), IN_USE);
        }
        var rehearsed = rehearsed();
        try {
            return entry.kind() == WorktreeEntry.Kind.ITEM_BRANCH
                    ? rehearsed.foreseeBranch(entry)
                    : new Removal.Removed(entry.name(), rehearsed.save(entry));
        } catch (GitFailure e) {
            return stays(entry, e);
        }
    }

    private WorktreeRemoval rehearsed() {
        var rehearsed = rehearsal == null ? new WorktreeRemoval(site, places, salvage.rehearsal()) : rehearsal;
        rehearsal = rehearsed;
        return rehearsed;
    }

    /// Removes one worktree. The caller has decided that it may go, and holds the lock of its run if it
    /// has one.
    public Removal remove(WorktreeEntry entry) {
        if (entry.state() == WorktreeState.ACTIVE) {
            return new Removal.Kept(entry.name(), IN_USE);
        }
        try {
            return switch (entry.kind()) {
                case SLOT -> removeSlot(entry);
                case ITEM_BRANCH -> removeBranch(entry);
                case STRAY -> SlotPlaces.isName(entry.name()) ? removeSlot(entry) : removeStray(entry);
                case SESSION, RETIRED -> new Removal.Removed(entry.name(), removeUnused(entry));
            };
        } catch (GitFailure e) {
            return stays(entry, e);
        }
    }

    private static Removal stays(WorktreeEntry entry, GitFailure failure) {
        var first = Files.exists(entry.path())
                ? "take what you need out of " + entry.path() + ", delete it, and "
                : "once that is mended, ";
        return new Removal.Kept(entry.name(), failure.getMessage() + "; " + first + "repeat the command");
    }

    /// Deletes the item branches of a run, but none that somebody looks at in a worktree. Commits that nothing else
    /// reaches are saved first.
    ///
    /// @return what was saved
    /// @throws GitFailure when a branch could not be saved or deleted; then it is there
    public List<Saved> removeItemBranches(String runId) {
        return ofItemBranches(runId, this::removeBranch);
    }

    /// Says what {@link #removeItemBranches} would save behind what was asked for before. Nothing is written.
    ///
    /// @return what would be saved
    /// @throws GitFailure when git cannot tell
    public List<Saved> foreseeItemBranches(String runId) {
        var rehearsed = rehearsed();
        return rehearsed.ofItemBranches(runId, rehearsed::saveBranch);
    }

    /// Deletes those branches of some items of a run that hold nothing of their own, because something else
    /// reaches their commits by now; but none that somebody looks at in a worktree. Nothing needs to be saved.
    ///
    /// @param items ids
    /// @throws GitFailure when a branch could not be deleted; then it is there
    public void removeReachedItemBranches(String runId, Set<String> items) {
        ofItemBranches(runId, (branch, run, item, tip) -> {
            // each is looked at when those before it are gone: two that reach the same may not keep each other
            var rehearsed = new WorktreeRemoval(site, places, salvage.rehearsal());
            if (items.contains(item) && rehearsed.saveBranch(branch, run, item, tip) instanceof Saved.Nothing) {
                repository.refs().change(new RefChange.Delete(branch, tip));
            }
            return new Saved.Nothing();
        });
    }

    private List<Saved> ofItemBranches(String runId, OfBranch work) {
        var saved = new ArrayList<Saved>();
        String prefix = RefNames.itemBranches(runId);
        var inUse = site.registry().list().stream().map(Registration::branch).toList();
        repository.refs().below(prefix).forEach((branch, tip) -> {
            if (!inUse.contains(branch)) {
                saved.add(work.apply(branch, runId, branch.substring(prefix.length()), tip));
            }
        });
        saved.removeIf(Saved.Nothing.class::isInstance);
        return saved;
    }

    private Saved removeBranch(String branch, String runId, String itemId, ObjectId tip) {
        var saved = saveBranch(branch, runId, itemId, tip);
        repository.refs().change(new RefChange.Delete(branch, tip));
        return saved;
    }

    private Saved saveBranch(String branch, String runId, String itemId, ObjectId tip) {
        String ref = salvage.freeName(RefNames.salvage(runId) + itemId + "-branch");
        return salvage.saveCommit(tip, ref, Survivors.allBut(branch));
    }

    /// Does something with the branch of an item.
    private interface OfBranch {
        Saved apply(String branch, String runId, String itemId, ObjectId tip);
    }

    private Removal removeBranch(WorktreeEntry entry) {
        return ofBranch(entry, this::removeBranch);
    }

    private Removal foreseeBranch(WorktreeEntry entry) {
        return ofBranch(entry, this::saveBranch);
    }

    private Removal ofBranch(WorktreeEntry entry, OfBranch work) {
        String branch = entry.branch();
        String itemId = entry.itemId();
        String runId = entry.runId();
        ObjectId tip = entry.head();
        if (branch == null || itemId == null || runId == null || tip == null) {
            throw new IllegalArgumentException("no branch: " + entry);
        }
        if (site.registry().isCheckedOut(branch)) {
            return new Removal.Kept(entry.name(), "it is checked out in a worktree");
        }
        var saved = new ArrayList<>(List.of(work.apply(branch, runId, itemId, tip)));
        saved.removeIf(Saved.Nothing.class::isInstance);
        return new Removal.Removed(entry.name(), saved);
    }

    private Removal removeSlot(WorktreeEntry entry) {
        var lock = OsLock.tryAcquire(places.lock(entry.name()));
        if (lock.isEmpty()) {
            return new Removal.Kept(entry.name(), IN_USE);
        }
        try (var _ = lock.get()) {
            return entry.kind() == WorktreeEntry.Kind.STRAY
                    ? removeStray(entry)
                    : new Removal.Removed(entry.name(), removeUnused(entry));
        }
    }

    /// What was no worktree when it was looked at may have been one in the making.
    private Removal removeStray(WorktreeEntry entry) {
        return intact(entry).isPresent()
                ? new Removal.Kept(entry.name(), IN_USE)
                : new Removal.Removed(entry.name(), removeUnused(entry));
    }

    private List<Saved> removeUnused(WorktreeEntry entry) {
        var saved = save(entry);
        salvage.saveSubmodules(entry.path());
        site.registry().remove(entry.path());
        // A branch that the user looks at in a checkout of their own is theirs to delete now.
        var branch = ownBranch(entry);
        if (branch != null && !site.registry().isCheckedOut(branch)) {
            repository
                    .refs()
                    .find(branch)
                    .ifPresent(tip -> repository.refs().change(new RefChange.Delete(branch, tip)));
        }
        return saved;
    }

    /// @return the branch that goes with the worktree, or null
    private static @Nullable String ownBranch(WorktreeEntry entry) {
        return entry.kind() == WorktreeEntry.Kind.SESSION ? entry.branch() : null;
    }

    /// @return where what nothing else will hold is now
    private List<Saved> save(WorktreeEntry entry) {
        var tree = intact(entry);
        var branch = ownBranch(entry);
        var survivors = branch == null ? Survivors.ALL : besides(branch, entry);
        var saved = new ArrayList<Saved>();
        saved.add(save(entry, tree, survivors));
        // The branch of a session may have moved on without its worktree.
        saved.add(saveHead(entry, survivors));
        saved.removeIf(Saved.Nothing.class::isInstance);
        if (saved.isEmpty() && branch != null) {
            savedBefore(entry, branch).ifPresent(saved::add);
        }
        return saved;
    }

    private Optional<WorkTree> intact(WorktreeEntry entry) {
        return WorktreeLink.at(entry.path()).filter(found -> WorktreeLink.isIntact(found, repository.commonDir()));
    }

    /// The branches of a run's failed items hold commits of its session, but are not the way back to it. Those of a run
    /// that is gone are removed, and saved, for themselves.
    private static Survivors besides(String branch, WorktreeEntry entry) {
        String runId = entry.runId();
        return runId == null || entry.state() == WorktreeState.ORPHANED
                ? Survivors.allBut(branch)
                : Survivors.allBut(branch, RefNames.itemBranches(runId) + "*");
    }

    /// What is merged nowhere may be saved already.
    private Optional<Saved> savedBefore(WorktreeEntry entry, String branch) {
        ObjectId head = entry.head();
        String runId = entry.runId();
        if (head == null || runId == null) {
            return Optional.empty();
        }
        var holders = repository
                .git()
                .run(GitCommand.at(
                        repository.checkout(), "for-each-ref", "--format=%(refname)", "--contains=" + head.hex()))
                .orThrow(GitCode.GIT_ERROR)
                .output()
                .lines()
                .filter(ref -> !ref.equals(branch))
                .toList();
        return holders.stream().allMatch(ref -> ref.startsWith(RefNames.salvage(runId)))
                ? holders.stream().findFirst().map(ref -> new Saved.Kept(ref, head, List.of(), List.of()))
                : Optional.empty();
    }

    private Saved save(WorktreeEntry entry, Optional<WorkTree> tree, Survivors survivors) {
        if (tree.isPresent()) {
            var status = Status.ofAll(repository.git(), tree.get());
            return salvage.saveInPlace(tree.get(), status, ref(entry, tree.get()), survivors);
        }
        return entry.kind() == WorktreeEntry.Kind.STRAY && Files.isDirectory(entry.path())
                ? salvage.saveDirectory(entry.path(), ref(entry, null))
                : new Saved.Nothing();
    }

    private Saved saveHead(WorktreeEntry entry, Survivors survivors) {
        ObjectId head = entry.head();
        return head == null ? new Saved.Nothing() : salvage.saveCommit(head, ref(entry, null), survivors);
    }

    private String ref(WorktreeEntry entry, @Nullable WorkTree tree) {
        var user = tree == null ? Optional.<UseNote>empty() : UseNote.of(tree);
        if (user.isPresent()) {
            return user.get().user().salvageRef();
        }
        String title = entry.kind() == WorktreeEntry.Kind.SESSION ? "session-" : entry.name() + "-";
        String runId = entry.runId();
        return salvage.freeName(RefNames.salvage(runId == null ? "unknown" : runId) + title);
    }
}
