package dev.prodigy.runtime.run.worktree;

import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.value.UnreadableFields;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.cleanup.KnownRun;
import dev.prodigy.runtime.git.cleanup.Removal;
import dev.prodigy.runtime.git.cleanup.SalvageRefs;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry;
import dev.prodigy.runtime.git.cleanup.WorktreeList;
import dev.prodigy.runtime.git.cleanup.WorktreeRemoval;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.run.merge.LateMerge;
import dev.prodigy.runtime.run.replay.RunAmendment;
import dev.prodigy.runtime.run.replay.UnknownEventType;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.view.LostJournal;
import dev.prodigy.runtime.workspace.WorktreeNews;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The worktrees of a repository that is where it was.
final class RepositoryWorktrees implements RunWorktrees {
    private static final String CLEANED = "cleaned by a person";

    private final RunRequest.Host host;
    private final InstantSource clock;
    private final Repository repository;
    private final Worksite site;
    private final SlotPlaces places;
    private final WorktreeOwners owners;
    private final WorktreeRemoval foreseen;

    /// @param repository closed with this
    /// @param repo the repository's name in the home
    RepositoryWorktrees(
            RunRequest.Host host, InstantSource clock, Repository repository, String repo, WorktreeOwners owners) {
        this.host = host;
        this.clock = clock;
        this.repository = repository;
        this.owners = owners;
        var locks = host.home().locks().resolve(repo);
        this.site = Worksite.of(repository, locks.resolve("worktrees.lock"));
        this.places = new SlotPlaces(host.home().worktrees(repo), locks);
        this.foreseen = new WorktreeRemoval(site, places);
    }

    @Override
    public List<WorktreeEntry> list() {
        return new WorktreeList(site, places).read(id -> owners.needed(id).map(this::known));
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
        return repository.refs().find("refs/heads/" + branch).isPresent();
    }

    @Override
    public Removal foresee(WorktreeEntry entry) {
        return foreseen.foresee(entry);
    }

    private KnownRun known(Run run) {
        var record = run.record();
        return new KnownRun(
                record.runId(),
                run.base() == null ? null : new ObjectId(run.base()),
                record.place().target(),
                record.isLive(),
                record.isResumable(),
                needsItems(run));
    }

    /// What skipped items left no letter names; only the run's end did, and who looks for it finds it by its
    /// branch. Of a run that a step started the owners know.
    private boolean needsItems(Run run) {
        var record = run.record();
        return record.isLive()
                || record.isResumable()
                || record.origin().parentRunId() != null
                || record.course().dlq() > 0
                || record.hasSkippedItems()
                || LostJournal.of(host.home(), run.ref()).isPresent();
    }

    @Override
    public Removal remove(WorktreeEntry entry) {
        var run = run(entry.runId());
        if (entry.kind() == WorktreeEntry.Kind.SLOT || run.isEmpty()) {
            return new WorktreeRemoval(site, places).remove(entry);
        }
        var ref = run.get().ref();
        boolean isLost = LostJournal.of(host.home(), ref).isPresent();
        if (isLost && Files.notExists(host.home().events(ref.repo(), ref.run()))) {
            return new WorktreeRemoval(site, places).remove(entry);
        }
        var lock = OwnerLock.tryTake(host.home().runLock(ref.repo(), ref.run()), Owner.thisProcess(clock.instant()));
        return switch (lock) {
            case OwnerLock.Attempt.Busy _ -> new Removal.Kept(entry.name(), "a live run uses it");
            case OwnerLock.Attempt.Taken(var held) -> {
                try (held) {
                    var removal = new WorktreeRemoval(site, places).remove(entry);
                    yield removal instanceof Removal.Removed removed && !isLost
                            ? journaled(ref, held, removed)
                            : removal;
                }
            }
        };
    }

    @Override
    public List<Saved> removeItemBranches(String runId) {
        return new WorktreeRemoval(site, places).removeItemBranches(runId);
    }

    @Override
    public void removeReachedItemBranches(String runId, Set<String> items) {
        new WorktreeRemoval(site, places).removeReachedItemBranches(runId, items);
    }

    @Override
    public List<Saved> foreseeItemBranches(String runId) {
        return foreseen.foreseeItemBranches(runId);
    }

    /// A damaged journal takes nothing in; the worktree is gone all the same.
    private Removal journaled(RunRef ref, OwnerLock held, Removal.Removed removed) {
        var news = new ArrayList<WorktreeEvent>();
        removed.saved()
                .forEach(saved ->
                        WorktreeNews.salvaged(removed.name(), saved, CLEANED).ifPresent(news::add));
        news.add(new WorktreeEvent.Removed(removed.name(), CLEANED));
        try {
            new RunAmendment(host, clock, ref).tell(held, news);
        } catch (StorageFailure e) {
            return new Removal.Removed(removed.name(), removed.saved(), e);
        } catch (JournalDamaged | UnknownEventType | UnreadableFields e) {
            System.getLogger(RepositoryWorktrees.class.getName()).log(System.Logger.Level.DEBUG, "not journaled", e);
        }
        return removed;
    }

    @Override
    public LateMerge.Outcome merge(Run run, Consumer<String> waiting) {
        return new LateMerge(host, clock, run.ref(), site, waiting).make();
    }

    @Override
    public List<SalvageRefs.Entry> salvaged() {
        return new SalvageRefs(repository).list();
    }

    @Override
    public boolean forget(SalvageRefs.Entry saved) {
        return new SalvageRefs(repository).delete(saved);
    }

    @Override
    public int filesChanged(WorktreeEntry entry) {
        return WorktreeLink.at(entry.path())
                .map(tree -> Status.of(repository.git(), tree).entries().size())
                .orElse(0);
    }

    @Override
    public void close() {
        repository.close();
    }
}
