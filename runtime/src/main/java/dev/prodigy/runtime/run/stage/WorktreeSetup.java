package dev.prodigy.runtime.run.stage;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.value.Value;

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

    private static String command(ErrorRecord cause) {
        if (!(cause.further().get("command") instanceof Value.Text(var text))) {
            return "";
        }
        var line = text.strip().replaceAll("\\s*\n\\s*", "; ");
        return " at `" + (line.length() > LONGEST_COMMAND ? line.substring(0, LONGEST_COMMAND) + "…" : line) + "`";
    }
}
