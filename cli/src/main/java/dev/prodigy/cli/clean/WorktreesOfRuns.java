package dev.prodigy.cli.clean;

import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.runtime.git.cleanup.Removal;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunRef;
import java.util.ArrayList;
import java.util.Optional;

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

    @Override
    public RunRemoval.Outcome remove(RunRef run) {
        var size = measure(run);
        var worktrees = RunServices.of(console, run).worktrees(run.repo());
        if (worktrees.isEmpty()) {
            return new RunRemoval.Outcome.Gone(Folders.Size.NOTHING);
        }
        var salvaged = new ArrayList<RunRemoval.Salvaged>();
        try (var open = worktrees.get()) {
            for (var entry : open.list()) {
                if (run.run().text().equals(entry.runId())) {
                    switch (open.remove(entry)) {
                        case Removal.Kept(var name, var reason) -> {
                            return new RunRemoval.Outcome.Kept("worktree " + name + ": " + reason);
                        }
                        case Removal.Removed(var name, var saved) ->
                            saved.forEach(each -> salvaged(name, each).ifPresent(salvaged::add));
                    }
                }
            }
            var id = run.run().text();
            open.removeItemBranches(id)
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
