package dev.prodigy.runtime.run.worktree;

import dev.prodigy.runtime.git.cleanup.Removal;
import dev.prodigy.runtime.git.cleanup.SalvageRefs;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.run.merge.LateMerge;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.view.RunRecord;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The worktrees that runs made in one repository (spec 05 §2.8).
public sealed interface RunWorktrees extends AutoCloseable permits RepositoryWorktrees, LostWorktrees {

    /// A run that a worktree belongs to.
    ///
    /// @param base the commit it started from, or null where nothing tells
    record Run(RunRef ref, RunRecord record, @Nullable String base) {}

    /// @return all of them, by name
    List<WorktreeEntry> list();

    /// @return the run of an id, where its journal is still there or views tell of it
    Optional<Run> run(@Nullable String id);

    /// @return whether anything in the home tells of a run, be it gone; of those of other homes nothing does
    boolean knows(String runId);

    /// @param branch short name
    /// @return whether the branch is there, as far as anybody can tell
    boolean hasBranch(String branch);

    /// Says what removing a worktree would come to, and where what it holds would be saved. Nothing is written.
    Removal foresee(WorktreeEntry entry);

    /// Removes a worktree, its registration and its branch; what it holds is saved first.
    Removal remove(WorktreeEntry entry);

    /// Deletes the branches of a run's failed items; commits that nothing else reaches are saved first. The run goes
    /// with them.
    ///
    /// @return what was saved
    List<Saved> removeItemBranches(String runId);

    /// Deletes those branches of some items of a run whose commits something else reaches by now. The others
    /// hold what nothing else does, and stay.
    ///
    /// @param items ids
    void removeReachedItemBranches(String runId, Set<String> items);

    /// Says what {@link #removeItemBranches} would save, behind the removals that were foreseen before. Nothing is
    /// written.
    ///
    /// @return what would be saved
    List<Saved> foreseeItemBranches(String runId);

    /// Merges a run's commits into its target, without continuing the run.
    ///
    /// @param waiting hears whose merge this one waits for, when that takes a while
    /// @throws RunRefused when there is no target, or a process works on the run
    LateMerge.Outcome merge(Run run, Consumer<String> waiting);

    /// @return what was saved of removed worktrees and failed attempts, by name
    List<SalvageRefs.Entry> salvaged();

    /// Throws saved work away, for good.
    ///
    /// @return whether it was still what it was when listed
    boolean forget(SalvageRefs.Entry saved);

    /// @return how many files of a worktree differ from its commit
    int filesChanged(WorktreeEntry entry);

    @Override
    void close();
}
