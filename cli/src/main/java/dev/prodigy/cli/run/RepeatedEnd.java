package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.progress.Tally;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.run.merge.LateMerge;
import dev.prodigy.runtime.run.request.Reloading;
import dev.prodigy.runtime.run.request.ResumeOptions;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunRequest;
import org.jspecify.annotations.Nullable;

/// Repeats the end of a run that came to its end without being merged: the merge is offered again, and
/// accepted.
public final class RepeatedEnd {
    private RepeatedEnd() {}

    /// @return what came of it; null when the run's end leaves its branch unmerged, as behind failed items
    public static LateMerge.@Nullable Outcome of(Invocation call, RunRef run) {
        var execution = new Execution(call, Merging.COMMANDED, run);
        var options = new ResumeOptions(new ResumeOptions.Overrides(null, null, false), true, null, false);
        var recorded = execution.reloading("prodigy resume " + run.run());
        var ended = execution.carryOut(
                new Tally(),
                _ -> {},
                audience -> execution.service().resume(run, new AsRecorded(recorded), options, audience));
        var fault = MergeWithSteps.fault(execution, ended.terminal(), run);
        if (fault != null) {
            return fault;
        }
        var target = execution.service().record(run).place();
        return switch (ended.terminal()) {
            case EndEvent.Failed failed ->
                LateMerge.Outcome.Refused.forNow(
                        failed.error().code(), failed.error().message(), run);
            case EndEvent.Completed _ ->
                target.merge().equals("not_merged")
                        ? null
                        : new LateMerge.Outcome.Merged(String.valueOf(target.target()), "", false);
            default -> MergeWithSteps.cutOff(ended.terminal(), run);
        };
    }

    /// The workflow that ran is what is merged, whatever its file holds now.
    private record AsRecorded(Reloading all) implements Reloading {
        @Override
        public RunRequest current(RunEvent.Started started, WorkflowRecord record, RunOptions options) {
            return all.recorded(started, record, options);
        }

        @Override
        public RunRequest recorded(RunEvent.Started started, WorkflowRecord record, RunOptions options) {
            return all.recorded(started, record, options);
        }
    }
}
