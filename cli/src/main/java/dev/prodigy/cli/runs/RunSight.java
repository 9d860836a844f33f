package dev.prodigy.cli.runs;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.run.RunService;
import dev.prodigy.runtime.view.RunRecord;

/// One look at a run: everything in it is as of the same event.
///
/// @param record what is said of it as a whole
/// @param state what its journal comes to
/// @param reading what it went through, and how the journal ends
public record RunSight(RunRecord record, RunState state, HistoryReading reading) {

    /// Looks at a run, and makes its views anew where they are missing or stale. What lies behind a damage is
    /// not looked at, whichever file tells of it.
    ///
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public static RunSight of(RunService service, RunArgument runs, RunRef run, boolean wantsTally) {
        // the lock before the journal: whoever holds it may write on while that is read
        var holder = service.record(run).holder();
        var state = service.read(run);
        var reading = HistoryReading.of(runs, run, state.seq(), wantsTally && holder != null);
        if (reading.failure() != null) {
            state = RecordedState.readValid(runs.home(), run, Long.MAX_VALUE, _ -> {});
        } else if (holder == null) {
            var views = RecordedState.views(runs.home(), run);
            var end = state;
            ViewRenewal.of(runs.home(), run, () -> views.areBehind(end));
        }
        return new RunSight(RunRecord.of(run, state, holder).in(runs.home()), state, reading);
    }

    /// @return the run's record as it is shown; with `dispatch`, `paused`, where no process works on the run and its
    ///     resume will start nothing before a person lifts the pause (spec 05 §2.7)
    public Value.Fields toFields() {
        return new FieldsWriter()
                .putAll(new ListedRun(record, reading.failure()).toFields())
                .put("dispatch", !record.isLive() && state.pause().outlasts(state.terminal()) ? "paused" : null)
                .done();
    }
}
