package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.progress.Tally;
import dev.prodigy.cli.runs.Remedy;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.run.merge.LateMerge;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Carries out the merge of a run that did not come to it, with its workflow's steps; the run does not go on (spec 05
/// §2.8).
public final class MergeWithSteps {
    private MergeWithSteps() {}

    /// @return what came of it; null when its end leaves the branch unmerged
    public static LateMerge.@Nullable Outcome of(Invocation call, RunRef run) {
        var execution = new Execution(call, Merging.COMMANDED, run);
        var phase = new AtomicReference<@Nullable PhaseEvent>();
        var ended = execution.carryOut(
                new Tally(),
                recorded -> note(recorded, phase),
                audience ->
                        execution.service().merge(run, execution.reloading("prodigy resume " + run.run()), audience));
        var fault = fault(execution, ended.terminal(), run);
        if (fault != null) {
            return fault;
        }
        return switch (phase.get()) {
            case PhaseEvent.PhaseFailed(var _, var error) ->
                LateMerge.Outcome.Refused.forNow(error.code(), error.message(), run);
            case PhaseEvent.PhaseCompleted done
            when done.reason() == null ->
                new LateMerge.Outcome.Merged(
                        String.valueOf(execution.service().record(run).place().target()), "", false);
            case PhaseEvent.PhaseCompleted _ -> null;
            case null, default -> cutOff(ended.terminal(), run);
        };
    }

    /// @param terminal what ended the run before the merge had come to anything
    static LateMerge.Outcome cutOff(Event terminal, RunRef run) {
        return terminal instanceof EndEvent.Interrupted end && end.lacksSecret()
                ? LateMerge.Outcome.Refused.forNow(end.reason(), end.detail(), run)
                : LateMerge.Outcome.Refused.forNow("CANCELLED", "the merge was interrupted", run);
    }

    /// @return what came of a merge in which the machine failed; null where it did not
    static LateMerge.Outcome.@Nullable Faulted fault(Execution execution, Event terminal, RunRef run) {
        if (!(terminal instanceof EndEvent.Interrupted end) || end.lacksSecret()) {
            return null;
        }
        var place = execution.service().record(run).place();
        var target = place.merge().equals("merged") ? place.target() : null;
        var first = Remedy.of(end.reason());
        var next = "prodigy " + (target == null ? "worktree merge " : "resume ") + run.run();
        return new LateMerge.Outcome.Faulted(
                target, end.reason(), end.detail(), first == null ? next : first + ", then " + next);
    }

    private static void note(Recorded recorded, AtomicReference<@Nullable PhaseEvent> phase) {
        switch (recorded.event()) {
            case PhaseEvent.PhaseFailed failed -> phase.set(failed);
            case PhaseEvent.PhaseCompleted completed -> phase.set(completed);
            default -> {}
        }
    }
}
