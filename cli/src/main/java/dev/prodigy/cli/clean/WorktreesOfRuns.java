package dev.prodigy.cli.clean;

import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.runtime.git.cleanup.Removal;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.run.worktree.RunWorktrees;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// Takes the worktrees of runs away, with registration and branch; what nothing else has is saved first (spec 05
/// §2.8).
final class WorktreesOfRuns implements RunRemoval.Part {
    private final Console console;
    private final Home home;

    WorktreesOfRuns(Console console, Home home) {
        this.console = console;
        this.home = home;
    }

    @Override
    public Folders.Size measure(RunRef run) {
        return Folders.measure(home.worktrees(run.repo()).resolve(run.run().text()));
    }

    /// A worktree whose directory is gone is registered with git still.
    @Override
    public boolean isAnything(RunRef run) {
        if (measure(run).files() > 0) {
            return true;
        }
        var worktrees = RunServices.of(console, run).worktrees(run.repo());
        if (worktrees.isEmpty()) {
            return false;
        }
        try (var open = worktrees.get()) {
            return open.list().stream().anyMatch(entry -> run.run().text().equals(entry.runId()))
                    || !open.foreseeItemBranches(run.run().text()).isEmpty();
        }
    }

    @Override
    public RunRemoval.Outcome foresee(RunRef run) {
        return each(run, RunWorktrees::foresee, RunWorktrees::foreseeItemBranches);
    }

    @Override
    public RunRemoval.Outcome remove(RunRef run) {
        return each(run, RunWorktrees::remove, RunWorktrees::removeItemBranches);
    }

    private RunRemoval.Outcome each(
            RunRef run,
            BiFunction<RunWorktrees, WorktreeEntry, Removal> ofWorktree,
            BiFunction<RunWorktrees, String, List<Saved>> ofItemBranches) {
        var size = measure(run);
        var worktrees = RunServices.of(console, run).worktrees(run.repo());
        if (worktrees.isEmpty()) {
            return new RunRemoval.Outcome.Gone(Folders.Size.NOTHING);
        }
        var salvaged = new ArrayList<RunRemoval.Salvaged>();
        try (var open = worktrees.get()) {
            for (var entry : open.list()) {
                if (run.run().text().equals(entry.runId())) {
                    switch (ofWorktree.apply(open, entry)) {
                        case Removal.Kept(var name, var reason) -> {
                            return new RunRemoval.Outcome.Kept("worktree " + name + ": " + reason);
                        }
                        case Removal.Removed(var name, var saved, var _) ->
                            saved.forEach(each -> salvaged(name, each).ifPresent(salvaged::add));
                    }
                }
            }
            var id = run.run().text();
            ofItemBranches
                    .apply(open, id)
                    .forEach(each -> salvaged("prodigy-items/" + id, each).ifPresent(salvaged::add));
            return new RunRemoval.Outcome.Gone(size, salvaged);
        }
    }

    private static Optional<RunRemoval.Salvaged> salvaged(String name, Saved saved) {
        return switch (saved) {
            case Saved.Nothing _ -> Optional.empty();
            case Saved.Kept kept -> Optional.of(new RunRemoval.Salvaged(name, kept.ref()));
            case Saved.Retired retired ->
                Optional.of(new RunRemoval.Salvaged(name, retired.where().root().toString()));
        };
    }
}
