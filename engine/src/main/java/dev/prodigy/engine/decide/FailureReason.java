package dev.prodigy.engine.decide;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.Value;

/// The one line by which a dead letter says why (spec 05 §7, `failure_reason`).
final class FailureReason {
    private static final int LONGEST_COMMAND = 200;

    private FailureReason() {}

    /// @return the line
    static String of(ErrorRecord error) {
        if (error.codes().contains("MERGE_CONFLICT")) {
            return "Merge conflict: " + error.message();
        }
        if (error.codes().contains("COMMIT_MISSING")) {
            return "No commit: " + error.message();
        }
        if (error.codes().contains("TIMEOUT")) {
            return "Timeout: " + error.message();
        }
        if (error.further().get("command") instanceof Value.Text(String command)) {
            var line = command.strip().replaceAll("\\s*\\R\\s*", "; ");
            return "Command failed: "
                    + (line.length() <= LONGEST_COMMAND ? line : line.substring(0, LONGEST_COMMAND - 1) + "…");
        }
        return error.message();
    }
}
