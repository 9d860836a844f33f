package dev.prodigy.runtime.run.replay;

import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.Runs;
import dev.prodigy.runtime.view.LostJournal;
import dev.prodigy.runtime.view.RunRecord;
import java.util.Optional;

/// The run that a person started, of one that a step of it, or of a run below it, started (spec 04 §5.8). Reads
/// only.
///
/// @param record of the run that the person started
/// @param goesOn whether its resume goes on with the called one: what a step of an item started died with the
///     item's attempt, and of what came to its end without it nothing goes on
public record RootRun(RunRecord record, boolean goesOn) {
    /// @param called record of the run that a step started
    /// @return nothing where a person started it, or the run whose step did is gone
    /// @throws dev.prodigy.runtime.home.StorageFailure when a journal cannot be read
    public static Optional<RootRun> of(Home home, RunRecord called) {
        return caller(home, called).map(caller -> {
            boolean isOpen = new OpenCalls(home)
                    .of(new RunRef(called.origin().repo(), new RunId(caller.runId())))
                    .test(called.runId());
            return of(home, caller)
                    .map(above -> new RootRun(above.record(), isOpen && above.goesOn()))
                    .orElseGet(() -> new RootRun(caller, isOpen && (caller.isLive() || caller.isResumable())));
        });
    }

    private static Optional<RunRecord> caller(Home home, RunRecord called) {
        // what is called is younger: a journal that names itself leads nowhere
        return Optional.ofNullable(called.origin().parentRunId())
                .flatMap(RunId::parse)
                .filter(id -> id.compareTo(new RunId(called.runId())) < 0)
                .map(id -> new RunRef(called.origin().repo(), id))
                .filter(caller -> LostJournal.of(home, caller).isPresent()
                        || new Runs(home).of(caller.repo()).contains(caller))
                .map(new RecordedRuns(home)::record);
    }

    /// @return what to type next
    public String next() {
        if (goesOn) {
            return "prodigy resume " + record.runId() + " lets the run go on that it is a step of.";
        }
        return record.isResumable()
                ? "prodigy resume " + record.runId() + " goes on without it."
                : NextCommand.ofRoot(record);
    }
}
