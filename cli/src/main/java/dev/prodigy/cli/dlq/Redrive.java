package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.progress.Tally;
import dev.prodigy.cli.run.AfterTheEnd;
import dev.prodigy.cli.run.Execution;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.engine.run.RunCounts;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterBox;
import dev.prodigy.runtime.run.RunService;
import java.time.Duration;
import java.util.BitSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Runs selected dead letters again and tells how it went (spec 05 §2.5).
final class Redrive {
    private static final int NAMED = 5;

    private final Invocation call;
    private final RunArgument runs;
    private final RunRef run;
    private boolean hasMerged;

    Redrive(Invocation call, RunArgument runs, RunRef run) {
        this.call = call;
        this.runs = runs;
        this.run = run;
    }

    /// @param maxParallel as given, or null
    /// @param givesUp whether a row of failures, or a limit of the run, ends it (spec 03 §15)
    /// @return the exit code
    int carryOut(Selection selection, @Nullable Integer maxParallel, boolean givesUp) {
        var begun = call.console().clock().instant();
        var execution = new Execution(call, run);
        var chosen = selection.chosen();
        if (chosen.isEmpty() && !isHalfDone(execution)) {
            return nothing(execution, selection);
        }
        var options = new RunService.RedriveOptions(
                chosen.stream().map(DeadLetter::index).toList(),
                givesUp,
                execution.width(maxParallel),
                call.value(DlqRetry.MAX_RETRIES),
                call.arguments().has(LetterFilter.FILTER) ? String.valueOf(call.value(LetterFilter.FILTER)) : null);
        var state = execution.service().read(run);
        var tally = new Tally();
        tally.seed(state.quota());
        tally.seed(chosen.size(), 0, new BitSet(), new BitSet());
        var outcomes = new RedriveOutcomes(
                chosen.stream().map(each -> each.identity().itemId()).collect(Collectors.toSet()), state.base());
        var ended = execution
                .of(state)
                .carryOut(
                        tally,
                        recorded -> take(outcomes, recorded),
                        audience -> execution
                                .service()
                                .redrive(
                                        run,
                                        execution.reloading("prodigy resume " + run.run() + " --retry-failed"),
                                        options,
                                        audience));
        var result = execution.service().result(run, ended.terminal(), ended.at());
        var status = execution.service().record(run).status();
        var took = Duration.between(begun, call.console().clock().instant()).toMillis();
        return new RedriveReport(
                        outcomes, ended.terminal(), result, status, chosen.size(), remaining(), hasMerged, took)
                .tell(call);
    }

    private void take(RedriveOutcomes outcomes, Recorded recorded) {
        var item = recorded.context().itemId();
        if (item != null) {
            outcomes.take(item, recorded.event());
        } else if (recorded.event() instanceof WorktreeEvent.MergeCompleted) {
            hasMerged = true;
        } else {
            outcomes.take(recorded.event());
        }
    }

    /// A redrive that was cut off behind its last item is repeated by the same command too (spec 03 §15): the reduce
    /// that waited for it, and the merge, are still to come.
    private boolean isHalfDone(Execution execution) {
        var state = execution.service().read(run);
        return state.redriving() != null && !(state.terminal() instanceof EndEvent.Completed) && remaining() == 0;
    }

    /// A resume that has nothing to do tells of damage too (spec 05 §5.4).
    private int nothing(Execution execution, Selection selection) {
        execution.service().checkIdle(run);
        JournalEnding.requireWhole(runs.home().events(run.repo(), run.run()));
        var status = execution.service().record(run).status();
        var advice = advice(execution.service(), selection);
        if (call.json()) {
            call.document(RedriveReport.document(
                            run.run().text(), status, ExitCode.OK, new RedriveOutcomes(Set.of(), null), 0)
                    .put("remaining", remaining())
                    .put("duration_ms", 0)
                    .put("error", Value.Null.NULL)
                    .done());
        } else {
            call.line(run.run() + " " + status + ": nothing to retry");
        }
        if (advice != null) {
            call.note(advice);
        }
        return ExitCode.OK;
    }

    /// Why nothing is retried, where somebody may have expected otherwise, and what to do.
    private @Nullable String advice(RunService service, Selection selection) {
        var kept = selection.skipped().stream()
                .filter(each -> each.reason().equals(Selection.NOT_ELIGIBLE))
                .map(each -> each.letter().identity().itemId())
                .toList();
        if (kept.isEmpty()) {
            return afterTheEnd(service);
        }
        return "retrying would not help " + Counted.named(kept, kept.size(), NAMED)
                + " (dlq show says why); --force retries all the same";
    }

    private @Nullable String afterTheEnd(RunService service) {
        var counts = RunCounts.of(service.read(run));
        var advice = counts == null || counts.failed() > 0
                ? null
                : AfterTheEnd.advice(run.run().text(), counts, 0);
        // what a step started is not resumed by itself
        return advice != null && runs.isChild(run) ? service.next(run) : advice;
    }

    private long remaining() {
        try (var box = LetterBox.open(runs.home().events(run.repo(), run.run()), run.run())) {
            return box.count();
        }
    }
}
