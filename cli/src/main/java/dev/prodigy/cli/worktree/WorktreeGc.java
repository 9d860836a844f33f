package dev.prodigy.cli.worktree;

import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry;
import dev.prodigy.runtime.run.RunWorktrees;
import java.util.List;

/// `prodigy worktree gc`: removes what no run needs: orphans, registrations and branches without a
/// worktree, idle slots.
public final class WorktreeGc implements Command {
    private static final Option<Boolean> SALVAGE =
            Option.flag("also saved work older than --older-than, for good", "--salvage");

    /// Collects.
    public WorktreeGc() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "What would be lost is saved under refs/prodigy/salvage first. Worktrees of live and of resumable runs stay.",
                List.of(),
                List.of(SALVAGE, WorktreeClean.OLDER_THAN, Cleaning.DRY_RUN));
    }

    @Override
    public int run(Invocation call) {
        var age = call.value(WorktreeClean.OLDER_THAN);
        if (call.has(SALVAGE) == (age == null)) {
            throw CommandFailure.usage("--salvage and --older-than need each other", null);
        }
        return Worktrees.with(
                call,
                worktrees -> {
                    var cleaning = new Cleaning(call, worktrees);
                    worktrees.list().stream()
                            .filter(each -> isGarbage(worktrees, each))
                            .forEach(cleaning::remove);
                    if (age != null) {
                        var moment = call.console().clock().instant().minus(age);
                        for (var saved : worktrees.salvaged().list()) {
                            boolean old = saved.savedAt().isBefore(moment);
                            if (old
                                    && (call.has(Cleaning.DRY_RUN)
                                            || worktrees.salvaged().delete(saved))) {
                                cleaning.gone(saved.name());
                            }
                        }
                    }
                    return cleaning.conclude();
                },
                () -> Cleaning.nothing(call));
    }

    private static boolean isGarbage(RunWorktrees worktrees, WorktreeEntry entry) {
        return switch (entry.state()) {
            case ACTIVE, UNMERGED, MERGED -> false;
            case IDLE, ORPHANED -> true;
            case MISSING ->
                worktrees
                        .run(entry.runId())
                        .filter(run -> run.record().isResumable() || entry.ahead() > 0)
                        .isEmpty();
        };
    }
}
