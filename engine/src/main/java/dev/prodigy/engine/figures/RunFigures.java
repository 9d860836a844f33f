package dev.prodigy.engine.figures;

import dev.prodigy.engine.breaker.BreakerState;
import dev.prodigy.engine.breaker.ClosedBreaker;
import dev.prodigy.engine.breaker.HalfOpenBreaker;
import dev.prodigy.engine.breaker.OpenBreaker;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.value.Value;
import java.time.Duration;

/// The metrics of one run, a fold over its journal (spec 05 §8): live, afterwards, and after resumes and redrives.
///
/// Counters and histograms only grow; what a run is like now is added at the end, by {@link #conclude}.
public final class RunFigures {
    private static final String ITEM_LAYER = "item";

    private final Figures figures;
    private final RunState state = new RunState();
    private final StepFigures steps;
    private final AttemptFigures attempts;
    private Duration lastEnd = Duration.ZERO;

    /// @param figures what the run's are added to
    public RunFigures(Figures figures) {
        this.figures = figures;
        this.steps = new StepFigures(figures);
        this.attempts = new AttemptFigures(figures, steps);
    }

    /// Takes the next event of the run.
    public void take(Recorded recorded) {
        Fold.apply(state, recorded);
        var context = recorded.context();
        switch (recorded.event()) {
            case StepEvent.RetryScheduled retry when retry.layer().equals(ITEM_LAYER) -> attempts.retry(retry);
            case StepEvent event -> steps.take(context, event);
            case ItemEvent event -> attempts.take(context, event, workflow(), state.items());
            case LetterEvent event -> letter(event);
            case WorktreeEvent event -> merge(event);
            case CircuitEvent event -> circuit(event);
            case PhaseEvent.PhaseFailed failed -> {
                if (failed.error().evidence().timeoutScope() == TimeoutScope.PHASE) {
                    figures.count(Metric.TIMEOUTS, TimeoutScope.PHASE.word());
                }
            }
            case RunEvent.Resumed _ -> steps.stopped();
            case EndEvent event -> ended(event, recorded.elapsed());
            default -> {}
        }
    }

    private void ended(EndEvent event, Duration elapsed) {
        steps.stopped();
        figures.count(Metric.RUNS, workflow(), mode(), event.status());
        figures.observe(Metric.RUN_DURATION, elapsed.minus(lastEnd).toMillis(), workflow(), mode());
        lastEnd = elapsed;
        if (event instanceof EndEvent.TimedOut) {
            figures.count(Metric.TIMEOUTS, TimeoutScope.WORKFLOW.word());
        }
    }

    private void letter(LetterEvent event) {
        switch (event) {
            case LetterEvent.Added _ -> figures.count(Metric.DLQ_CHANGES, "added");
            case LetterEvent.Updated _ -> figures.count(Metric.DLQ_CHANGES, "updated");
            case LetterEvent.Removed _ -> figures.count(Metric.DLQ_CHANGES, "removed");
            case LetterEvent.RetryStarted _, LetterEvent.RetryCompleted _ -> {}
        }
    }

    private void merge(WorktreeEvent event) {
        switch (event) {
            case WorktreeEvent.MergeCompleted _ -> figures.count(Metric.MERGES, "merged");
            case WorktreeEvent.MergeConflicted _ -> figures.count(Metric.MERGES, "conflict");
            case WorktreeEvent.MergeSkipped _ -> figures.count(Metric.MERGES, "skipped");
            case WorktreeEvent.MergeStarted _,
                    WorktreeEvent.Created _,
                    WorktreeEvent.Advanced _,
                    WorktreeEvent.Removed _,
                    WorktreeEvent.Salvaged _,
                    WorktreeEvent.Orphaned _ -> {}
        }
    }

    private void circuit(CircuitEvent event) {
        switch (event) {
            case CircuitEvent.Opened _ -> figures.count(Metric.CIRCUIT_TRANSITIONS, event.key(), "open");
            case CircuitEvent.HalfOpened _ -> figures.count(Metric.CIRCUIT_TRANSITIONS, event.key(), "half_open");
            case CircuitEvent.Closed _ -> figures.count(Metric.CIRCUIT_TRANSITIONS, event.key(), "closed");
            case CircuitEvent.Counted _ -> {}
        }
    }

    /// Adds what holds now.
    ///
    /// @param isLive whether a process works on the run: without one nothing is under way
    /// @param journalBytes size of the journal's files
    public void conclude(String run, boolean isLive, long journalBytes) {
        long active = isLive ? steps.active() : 0;
        var items = state.items();
        if (items != null) {
            new ItemWhereabouts(state, items, isLive).toFields().members().forEach((where, count) -> {
                if (count instanceof Value.Num(var number)) {
                    figures.hold(Metric.ITEMS, number.longValue(), run, where);
                }
            });
            active += isLive ? items.count(ItemState.RUNNING) : 0;
            figures.hold(Metric.DLQ_ITEMS, items.letters().count(), workflow());
        }
        state.circuits()
                .all()
                .forEach((name, breaker) -> figures.hold(Metric.CIRCUIT_STATE, number(breaker), run, name.key()));
        figures.hold(Metric.ACTIVE_ATTEMPTS, active, run);
        figures.hold(Metric.JOURNAL_BYTES, journalBytes, run);
    }

    /// @return what the run is, as its journal has told so far
    public RunState state() {
        return state;
    }

    /// @return steps that something is remembered of: as many as are under way, however many there were
    int openSteps() {
        return steps.open();
    }

    private static int number(BreakerState breaker) {
        return switch (breaker) {
            case ClosedBreaker _ -> 0;
            case HalfOpenBreaker _ -> 1;
            case OpenBreaker _ -> 2;
        };
    }

    private String workflow() {
        var started = state.started();
        return started == null ? "" : started.workflow();
    }

    private String mode() {
        var started = state.started();
        return started == null ? "" : started.mode();
    }
}
