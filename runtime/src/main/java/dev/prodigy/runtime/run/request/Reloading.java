package dev.prodigy.runtime.run.request;

import dev.prodigy.model.event.RunEvent;
import dev.prodigy.runtime.journal.WorkflowRecord;

/// Gives the workflow of a run that is taken up again.
public interface Reloading {
    /// @return the workflow as its file is now; the recorded one where the file is gone or there
    ///     never was one
    RunRequest current(RunEvent.Started started, WorkflowRecord record, RunOptions options);

    /// @return the workflow as it was recorded
    RunRequest recorded(RunEvent.Started started, WorkflowRecord record, RunOptions options);
}
