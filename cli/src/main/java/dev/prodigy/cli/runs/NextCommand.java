package dev.prodigy.cli.runs;

import dev.prodigy.runtime.view.RunRecord;

/// What to type next of a run that no process works on.
public final class NextCommand {
    private NextCommand() {}

    /// @return what lets the run go on; where nothing can, what tells what it has come to
    public static String of(RunRecord record) {
        var run = record.runId();
        var parent = record.origin().parentRunId();
        if (record.isResumable()) {
            return "prodigy resume " + run;
        }
        if (parent != null) {
            return "prodigy resume " + parent + " lets the run go on that it is a step of.";
        }
        return record.course().dlq() > 0
                ? "prodigy dlq retry " + run + " lets its failed items run again."
                : "prodigy runs show " + run + " tells what it has come to.";
    }
}
