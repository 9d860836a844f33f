package dev.prodigy.runtime.run.stage;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.git.ObjectId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The failure of `worktree.setup` (spec 03 §9), told by that of its step.
public final class WorktreeSetup {
    private static final int LONGEST_COMMAND = 200;

    private WorktreeSetup() {}

    /// @param cause the failure of the step
    /// @return the error of the run or attempt, with the step's place, exit code, output and log
    public static ErrorRecord failed(ErrorRecord cause) {
        var message = "worktree.setup failed" + command(cause) + ": " + cause.message();
        return ErrorRecord.of(KnownCode.WORKTREE_ERROR.row(), message, cause.evidence())
                .with(cause.origin())
                .with(cause.retries())
                .causedBy(cause);
    }

    /// What is committed in an item's worktree is merged with the item's work, once for each worktree (spec 03 §10).
    ///
    /// @param before the commit checked out before the steps of `worktree.setup`, or null outside of git
    /// @param after that behind them
    /// @return the error of the attempt, or null where the steps left the commit as it was
    public static @Nullable ErrorRecord moved(@Nullable String before, @Nullable String after) {
        return Objects.equals(before, after)
                ? null
                : ErrorRecord.of(
                        KnownCode.WORKTREE_ERROR.row(),
                        "worktree.setup moved HEAD of the item's worktree from " + name(before) + " to " + name(after)
                                + ": what is committed there counts as the item's, once more in each worktree; let"
                                + " worktree.setup leave its files uncommitted, or commit them in the workflow's own"
                                + " steps");
    }

    private static String name(@Nullable String commit) {
        return commit == null ? "no commit" : new ObjectId(commit).abbreviated();
    }

    private static String command(ErrorRecord cause) {
        if (!(cause.further().get("command") instanceof Value.Text(var text))) {
            return "";
        }
        var line = text.strip().replaceAll("\\s*\n\\s*", "; ");
        return " at `" + (line.length() > LONGEST_COMMAND ? line.substring(0, LONGEST_COMMAND) + "…" : line) + "`";
    }
}
