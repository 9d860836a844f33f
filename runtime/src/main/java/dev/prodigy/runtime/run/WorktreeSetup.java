package dev.prodigy.runtime.run;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// The failure of `worktree.setup` (spec 03 §9), told by that of its step.
final class WorktreeSetup {
    private static final int LONGEST_COMMAND = 200;

    private WorktreeSetup() {}

    /// @param cause the failure of the step, or null when it is not known
    /// @return the error of the run or attempt, with the step's exit code, output and log
    static ErrorRecord failed(@Nullable ErrorRecord cause) {
        var code = KnownCode.WORKTREE_ERROR.row();
        if (cause == null) {
            return ErrorRecord.of(code, "worktree.setup failed");
        }
        var message = "worktree.setup failed" + command(cause) + ": " + cause.message() + lastLine(cause);
        return ErrorRecord.of(code, message, cause.evidence()).causedBy(cause);
    }

    private static String command(ErrorRecord cause) {
        if (!(cause.further().get("command") instanceof Value.Text(var text))) {
            return "";
        }
        var line = text.strip().replaceAll("\\s*\n\\s*", "; ");
        return " at `" + (line.length() > LONGEST_COMMAND ? line.substring(0, LONGEST_COMMAND) + "…" : line) + "`";
    }

    private static String lastLine(ErrorRecord cause) {
        var tail = cause.evidence().outputTail();
        return tail == null
                ? ""
                : tail.lines()
                        .filter(line -> !line.isBlank())
                        .reduce((_, last) -> last)
                        .map(line -> ": " + line.strip())
                        .orElse("");
    }
}
