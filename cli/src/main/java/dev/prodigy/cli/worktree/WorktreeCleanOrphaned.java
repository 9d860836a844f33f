package dev.prodigy.cli.worktree;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.Confirmation;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry;
import dev.prodigy.runtime.git.cleanup.WorktreeState;
import java.util.List;

/// `prodigy worktree clean-orphaned`: removes worktrees whose run is gone. What they hold is saved
/// first.
public final class WorktreeCleanOrphaned implements Command {
    /// Cleans.
    public WorktreeCleanOrphaned() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "RUN is the id of a run that is gone; without it those of all such runs. What they hold is saved under"
                        + " refs/prodigy/salvage first.",
                List.of(Argument.optional("RUN")),
                List.of(WorktreeCleaning.DRY_RUN, Confirmation.FORCE));
    }

    @Override
    public int run(Invocation call) {
        var run = call.arguments().word(0);
        try (var worktrees = Worktrees.here(call)) {
            var cleaning = new WorktreeCleaning(call);
            worktrees.all().stream()
                    .filter(each -> run == null || isOf(run, each.entry()))
                    .forEach(each -> clean(worktrees, each, cleaning));
            return cleaning.conclude();
        }
    }

    private static void clean(Worktrees worktrees, Worktrees.Found found, WorktreeCleaning cleaning) {
        var reason = worktrees.whyKept(found);
        if (reason != null) {
            cleaning.keep(found.entry().name(), reason);
        } else if (found.entry().state() == WorktreeState.ORPHANED) {
            cleaning.remove(found);
        }
    }

    private static boolean isOf(String run, WorktreeEntry entry) {
        return entry.name().equals(run)
                || (entry.runId() != null && entry.runId().startsWith(run));
    }
}
