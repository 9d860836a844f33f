package dev.prodigy.runtime.run.replay;

import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.view.RunRecord;

/// What to type next of a run that no process works on.
public record NextCommand(Home home) {
    /// @return what lets the run go on; where nothing can, what tells what it has come to
    /// @throws dev.prodigy.runtime.home.StorageFailure when a journal cannot be read
    public String of(RunRecord record) {
        return RootRun.of(home, record).map(RootRun::next).orElseGet(() -> ofRoot(record));
    }

    /// @param record of a run that a person started, or whose caller is gone
    /// @return as {@link #of}
    static String ofRoot(RunRecord record) {
        var run = record.runId();
        if (record.isResumable()) {
            return "prodigy resume " + run;
        }
        return record.course().dlq() > 0
                ? "prodigy dlq retry " + run + " lets its failed items run again."
                : "prodigy runs show " + run + " tells what it has come to.";
    }
}
