package dev.prodigy.cli.worktree;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Exit;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry;
import dev.prodigy.runtime.run.RunWorktrees;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Opens the worktrees of a repository for one command, and finds those that its argument means.
final class Worktrees {
    private Worktrees() {}

    /// @param nothing what to do where no run ever was, so that there are no worktrees
    /// @return the exit code
    static int with(Invocation call, ToIntFunction<RunWorktrees> command, IntSupplier nothing) {
        var worktrees = RunServices.of(call.console()).worktrees();
        if (worktrees.isEmpty()) {
            return nothing.getAsInt();
        }
        try (var open = worktrees.get()) {
            return command.applyAsInt(open);
        }
    }

    /// @param name of a worktree, or a RUN; null: that of the newest run
    /// @return the worktrees that are meant
    /// @throws CommandFailure when what is named has none
    static List<WorktreeEntry> named(Invocation call, List<WorktreeEntry> all, @Nullable String name) {
        var byName = all.stream().filter(each -> each.name().equals(name)).toList();
        if (!byName.isEmpty()) {
            return byName;
        }
        var run = new RunArgument(call.console()).resolve(name).run().text();
        var found = all.stream().filter(each -> run.equals(each.runId())).toList();
        if (found.isEmpty() && name != null) {
            throw new CommandFailure(
                    Exit.NOT_POSSIBLE, "no_worktree", run + " has no worktree any more", "prodigy worktree ls");
        }
        return found;
    }
}
