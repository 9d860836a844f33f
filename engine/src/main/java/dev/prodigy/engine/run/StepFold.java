package dev.prodigy.engine.run;

import dev.prodigy.engine.breaker.Circuit;
import dev.prodigy.engine.breaker.HalfOpenBreaker;
import dev.prodigy.engine.item.ItemFold;
import dev.prodigy.engine.ledger.StepKey;
import dev.prodigy.engine.ledger.ToldBreakers;
import dev.prodigy.engine.limit.RetryAllowance;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// What the events of steps make of a run's state: their ledger, retries, costs, and failures that stand.
final class StepFold {
    private StepFold() {}

    static void apply(RunState state, Recorded recorded, StepEvent event) {
        if (event instanceof StepEvent.Started && isFirstAttempt(state, recorded.context())) {
            state.spent.firstAttemptsInLists++;
        }
        if (event instanceof StepEvent.Started started && started.log() != null) {
            state.logged.note(started.log());
        }
        state.ledger.note(recorded, event);
        var tip = tip(event);
        var key = StepKey.of(recorded.context());
        boolean ofMerge = "merge".equals(recorded.context().phase());
        if (tip != null && recorded.context().itemId() == null) {
            if (!ofMerge) {
                state.forgetMergeSteps();
            }
            state.branch.movedTo(tip);
        }
        if (key != null && ofMerge) {
            state.branch.seenByMergeSteps = true;
        }
        if (key != null) {
            state.told.note(key, event);
        }
        if (event instanceof StepEvent.Completed completed
                && !completed.commits().isEmpty()
                && recorded.context().itemId() == null
                && recorded.context().pass() != null) {
            state.passes.change(recorded.context().pass());
        }
        if (event instanceof StepEvent.Completed completed
                && recorded.context().itemId() == null
                && completed.isMarred()) {
            // the failures stand in a list or a run inside it
            tolerated(state, recorded.context());
        }
        if (event instanceof StepEvent.Failed failed
                && failed.tolerated()
                && recorded.context().itemId() == null) {
            tolerated(state, recorded.context());
        }
        if (event instanceof StepEvent.RetryScheduled retry && retry.layer().equals("step")) {
            var first = retry.firstAttempts();
            state.spent.stepRetries = new RetryAllowance(
                    state.spent.stepRetries.retries() + 1,
                    first == null ? state.spent.stepRetries.firstAttempts() : first);
        }
        if (event instanceof StepEvent.AgentUsage usage && usage.costUsd() instanceof Value.Num(var cost)) {
            state.spent.cost = state.spent.cost == null ? cost : state.spent.cost.add(cost);
        }
        if (event instanceof StepEvent.RetryScheduled retry && retry.layer().equals("item")) {
            var items = state.items;
            if (items != null) {
                ItemFold.waits(items, recorded.context(), retry);
                if (!retry.free()) {
                    state.spent.itemRetries = state.spent.itemRetries.plusRetry();
                }
            }
        }
    }

    private static void tolerated(RunState state, Context context) {
        state.tolerated++;
        if (context.pass() != null) {
            state.passes.mar(context.pass());
        }
    }

    /// A journal of older times has only the commits.
    private static @Nullable String tip(StepEvent event) {
        if (event instanceof StepEvent.Completed completed
                && completed.tip() == null
                && !completed.commits().isEmpty()) {
            return completed.commits().getLast();
        }
        return event instanceof StepEvent.Ended ended ? ended.tip() : null;
    }

    /// What a breaker learns of an attempt's end becomes durable before anybody else can say how it ended.
    static void apply(RunState state, Recorded recorded, CircuitEvent event) {
        var key = StepKey.of(recorded.context());
        var before = state.circuits.of(Circuit.Name.of(event));
        state.circuits.apply(event, recorded.timestamp());
        if (key == null) {
            return;
        }
        switch (event) {
            case CircuitEvent.Opened _ -> state.told.told(key, ToldBreakers.End.FAILURE);
            case CircuitEvent.Closed _ -> state.told.told(key, ToldBreakers.End.SUCCESS);
            case CircuitEvent.Counted counted -> {
                if (counted.failures() > 0) {
                    state.told.told(key, ToldBreakers.End.FAILURE);
                } else if (before instanceof HalfOpenBreaker half && counted.successes() > half.successes()) {
                    state.told.told(key, ToldBreakers.End.SUCCESS);
                }
            }
            case CircuitEvent.HalfOpened _ -> {}
        }
    }

    /// One that was cut off, or met the agents' usage limit, begins again under its number.
    private static boolean isFirstAttempt(RunState state, Context context) {
        var key = StepKey.of(context);
        return key != null && (context.attempt() == null || context.attempt() == 1) && !state.ledger.isUnderWay(key);
    }
}
