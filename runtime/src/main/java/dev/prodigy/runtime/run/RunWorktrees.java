package dev.prodigy.runtime.run;

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
import dev.prodigy.runtime.home.Repositories;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.Runs;
import dev.prodigy.runtime.view.RunRecord;
import dev.prodigy.runtime.workspace.WorktreeNews;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The worktrees that runs made in one repository (spec 05 §2.8).
public final class RunWorktrees implements AutoCloseable {
    private static final String CLEANED = "cleaned by a person";

    private final RunRequest.Host host;
    private final InstantSource clock;
    private final RunService service;
    private final Repository repository;
    private final String repo;
    private final Worksite site;
    private final SlotPlaces places;
    private final Map<String, Optional<Run>> known = new HashMap<>();

    /// A run that a worktree belongs to.
    ///
    /// @param base the commit it started from, or null
    public record Run(
            RunRef ref, RunRecord record, @Nullable String base) {}

    private RunWorktrees(
            RunRequest.Host host, InstantSource clock, RunService service, Repository repository, String repo) {
        this.host = host;
        this.clock = clock;
        this.service = service;
        this.repository = repository;
        this.repo = repo;
        var locks = host.home().locks().resolve(repo);
        this.site = Worksite.of(repository, locks.resolve("worktrees.lock"));
        this.places = new SlotPlaces(host.home().worktrees(repo), locks);
    }

    /// @return the worktrees of the repository that the program was started in; nothing outside of one,
    ///     and where no run ever was
    static Optional<RunWorktrees> open(RunRequest.Host host, InstantSource clock, RunService service) {
        var ground = Ground.of(host);
        var repository = ground.repository();
        if (repository == null) {
            return Optional.empty();
        }
        return Repositories.find(host.home(), ground.mainFolder())
                .map(repo -> new RunWorktrees(host, clock, service, repository, repo));
    }

    /// @return all of them, by name
    public List<WorktreeEntry> list() {
        return new WorktreeList(site, places).read(id -> run(id).map(RunWorktrees::known));
    }

    /// @return the run of an id, where its journal is still there
    public Optional<Run> run(@Nullable String id) {
        return id == null ? Optional.empty() : known.computeIfAbsent(id, this::read);
    }

    private Optional<Run> read(String id) {
        return RunId.parse(id)
                .map(run -> new RunRef(repo, run))
                .filter(ref -> new Runs(host.home()).of(repo).contains(ref))
                .map(ref -> {
                    var started = service.read(ref).started();
                    return new Run(ref, service.record(ref), started == null ? null : started.baseCommit());
                });
    }

    private static KnownRun known(Run run) {
        var record = run.record();
        return new KnownRun(
                record.runId(),
                new ObjectId(run.base() == null ? "0".repeat(40) : run.base()),
                record.place().target(),
                record.isLive(),
                record.isResumable());
    }

    /// Removes a worktree, its registration and its branch; what it holds is saved first.
    public Removal remove(WorktreeEntry entry) {
        var run = run(entry.runId());
        if (entry.kind() == WorktreeEntry.Kind.SLOT || run.isEmpty()) {
            return new WorktreeRemoval(site, places).remove(entry);
        }
        var ref = run.get().ref();
        var lock = OwnerLock.tryTake(host.home().runLock(ref.repo(), ref.run()), Owner.thisProcess(clock.instant()));
        return switch (lock) {
            case OwnerLock.Attempt.Busy _ -> new Removal.Kept(entry.name(), "a live run uses it");
            case OwnerLock.Attempt.Taken(var held) -> {
                try (held) {
                    var removal = new WorktreeRemoval(site, places).remove(entry);
                    if (removal instanceof Removal.Removed removed) {
                        journal(ref, held, removed);
                    }
                    yield removal;
                }
            }
        };
    }

    /// Deletes the branches of a run's failed items; commits that nothing else reaches are saved first. The run goes
    /// with them.
    ///
    /// @return what was saved
    public List<Saved> removeItemBranches(String runId) {
        return new WorktreeRemoval(site, places).removeItemBranches(runId);
    }

    /// A damaged journal takes nothing in; the worktree is gone all the same.
    private void journal(RunRef ref, OwnerLock held, Removal.Removed removed) {
        var news = new ArrayList<WorktreeEvent>();
        removed.saved()
                .forEach(saved ->
                        WorktreeNews.salvaged(removed.name(), saved, CLEANED).ifPresent(news::add));
        news.add(new WorktreeEvent.Removed(removed.name(), CLEANED));
        try {
            new RunAmendment(host, clock, ref).tell(held, news);
        } catch (JournalDamaged | UnknownEventType | UnreadableFields e) {
            System.getLogger(RunWorktrees.class.getName()).log(System.Logger.Level.DEBUG, "not journaled", e);
        }
    }

    /// Merges a run's commits into its target, without continuing the run.
    ///
    /// @throws RunRefused when there is no target, or a process works on the run
    public LateMerge.Outcome merge(Run run) {
        return new LateMerge(host, clock, run.ref(), site).make();
    }

    /// @return what was saved of removed worktrees and failed attempts
    public SalvageRefs salvaged() {
        return new SalvageRefs(repository);
    }

    /// @return how many files of a worktree differ from its commit
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
