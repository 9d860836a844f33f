package dev.prodigy.cli.worktree;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry;
import dev.prodigy.runtime.git.cleanup.WorktreeState;
import dev.prodigy.runtime.home.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `prodigy worktree clean`: removes worktrees with their registration and branch.
public final class WorktreeClean implements Command {
    private static final Option<Boolean> ALL = Option.flag("all of this repository", "-a", "--all");
    private static final Option<Boolean> MERGED_ONLY =
            Option.flag("only those whose commits their target has", "--merged-only");
    private static final Option<Boolean> MAPREDUCE = Option.flag("only those of mapreduce runs", "--mapreduce");
    static final Option<Duration> OLDER_THAN =
            Option.value(Values::age, "D", "only what was made longer ago, such as 7d", "--older-than");
    private static final Option<Boolean> FORCE =
            Option.flag("also those with commits or files that are nowhere else; these are saved", "-f", "--force");

    /// Cleans.
    public WorktreeClean() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "Without argument that of the newest run, unless it can be resumed. What would be lost is saved under refs/prodigy/salvage first; if"
                        + " that fails the worktree stays. No worktree of a live run is touched.",
                List.of(Argument.optional("NAME|RUN")),
                List.of(ALL, MERGED_ONLY, MAPREDUCE, OLDER_THAN, FORCE, WorktreeCleaning.DRY_RUN, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var name = RunArgument.given(call, call.arguments().word(0));
        boolean named = name != null && !call.has(ALL);
        try (var worktrees = call.has(ALL) ? Worktrees.here(call) : Worktrees.around(call, name)) {
            var cleaning = new WorktreeCleaning(call);
            var all = worktrees.all();
            for (var found : call.has(ALL) ? all : worktrees.named(all, name)) {
                if (isMeant(call, found.entry())) {
                    var reason = named ? whyKept(call, found, true) : whyKept(call, worktrees, found);
                    if (reason == null) {
                        cleaning.remove(found);
                    } else {
                        cleaning.keep(found.entry().name(), reason);
                    }
                }
            }
            return named ? cleaning.concludeNamed() : cleaning.conclude();
        }
    }

    private static boolean isMeant(Invocation call, WorktreeEntry entry) {
        var age = call.value(OLDER_THAN);
        return (!call.has(MERGED_ONLY) || entry.state() == WorktreeState.MERGED)
                && (!call.has(MAPREDUCE) || isOfMapReduce(entry.runId()))
                && (age == null
                        || isBefore(
                                entry.createdAt(),
                                call.console().clock().instant().minus(age)));
    }

    static boolean isBefore(@Nullable Instant made, Instant moment) {
        return made != null && made.isBefore(moment);
    }

    private static boolean isOfMapReduce(@Nullable String run) {
        return run != null
                && RunId.parse(run)
                        .filter(id -> id.kind() == RunId.Kind.MAPREDUCE)
                        .isPresent();
    }

    private static @Nullable String whyKept(Invocation call, Worktrees worktrees, Worktrees.Found found) {
        var reason = worktrees.whyKept(found);
        return reason == null ? whyKept(call, found, false) : reason;
    }

    private static @Nullable String whyKept(Invocation call, Worktrees.Found found, boolean named) {
        var entry = found.entry();
        if (entry.state() == WorktreeState.ACTIVE) {
            return "a live run uses it";
        }
        var run = found.run();
        if (!named
                && entry.kind() == WorktreeEntry.Kind.SESSION
                && run.isPresent()
                && run.get().record().isResumable()) {
            return "its run can be resumed; name it to remove it";
        }
        boolean forced = call.has(FORCE) || call.has(Globals.YES);
        return forced || entry.isExpendable()
                ? null
                : entry.dirty() ? "it has uncommitted files" : "its commits are not merged";
    }
}
