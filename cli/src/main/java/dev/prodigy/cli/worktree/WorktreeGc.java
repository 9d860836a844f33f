package dev.prodigy.cli.worktree;

import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Confirmation;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.runtime.git.cleanup.SalvageRefs;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry;
import dev.prodigy.runtime.run.worktree.RunWorktrees;
import java.time.Instant;
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
                List.of(SALVAGE, WorktreeClean.OLDER_THAN, WorktreeCleaning.DRY_RUN, Confirmation.FORCE));
    }

    @Override
    public int run(Invocation call) {
        var age = call.value(WorktreeClean.OLDER_THAN);
        if (call.has(SALVAGE) == (age == null)) {
            throw CommandFailure.usage(
                    "--salvage and --older-than need each other",
                    "prodigy worktree gc --salvage --older-than " + (age == null ? "30d" : Durations.format(age)));
        }
        try (var worktrees = Worktrees.here(call)) {
            var cleaning = new WorktreeCleaning(call);
            worktrees.all().stream().filter(WorktreeGc::isGarbage).forEach(each -> {
                var reason = worktrees.whyKept(each);
                if (reason == null) {
                    cleaning.remove(each);
                } else {
                    cleaning.keep(each.entry().name(), reason);
                }
            });
            if (age != null) {
                var moment = call.console().clock().instant().minus(age);
                worktrees.opened().forEach(each -> forgetSaved(call, each, moment, cleaning));
            }
            return cleaning.conclude();
        }
    }

    /// What was saved in a submodule may be named only by what was saved outside of it, and goes after it.
    private static void forgetSaved(
            Invocation call, RunWorktrees worktrees, Instant moment, WorktreeCleaning cleaning) {
        boolean dryRun = call.has(WorktreeCleaning.DRY_RUN);
        List<String> gone;
        do {
            gone = worktrees.salvaged().stream()
                    .filter(saved -> saved.savedAt().isBefore(moment) && (dryRun || worktrees.forget(saved)))
                    .map(SalvageRefs.Entry::title)
                    .toList();
            gone.forEach(cleaning::gone);
        } while (!dryRun && !gone.isEmpty());
    }

    private static boolean isGarbage(Worktrees.Found found) {
        return switch (found.entry().state()) {
            case ACTIVE, UNMERGED, MERGED -> false;
            case IDLE -> found.entry().kind() == WorktreeEntry.Kind.SLOT;
            case ORPHANED -> true;
            case MISSING ->
                found.run()
                        .filter(run ->
                                run.record().isResumable() || found.entry().ahead() > 0)
                        .isEmpty();
        };
    }
}
