package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.HandlerResult;
import dev.prodigy.engine.item.ItemContext;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.item.Redriving;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Ending;
import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stopping;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.RunEvent.PolicyStopped;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.policy.StopMode;
import java.time.Instant;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Decides about work items: which start, what becomes of one whose attempt ended, when the phase is
/// over (spec 03 §6).
public final class MapDecider {
    private final @Nullable MapRules rules;
    private final RunDeadline deadline;
    private final ErrorReporting reporting;
    private final ItemAdmission admission;
    private final ItemWarnings warnings;
    private final CanaryGate canary;
    private final ItemDispatch dispatch;

    /// Decisions under these rules; null where the workflow has no items.
    ///
    /// @param policy what holds for the steps wherever they stand
    /// @param deadline the run's own
    MapDecider(@Nullable MapRules rules, RunPolicy policy, RunDeadline deadline) {
        this.rules = rules;
        this.deadline = deadline;
        this.admission =
                new ItemAdmission(policy, rules == null ? null : rules.policy().breaker());
        this.reporting = new ErrorReporting(rules);
        this.warnings = new ItemWarnings(rules);
        this.canary = new CanaryGate(rules == null ? null : rules.canary());
        this.dispatch = new ItemDispatch(rules, admission, canary, deadline);
    }

    /// @return what is to be told of the items before anything else: reports of failures, warnings
    Decision notice(RunState state, Moment moment) {
        var report = reporting.due(state);
        return report == null
                ? warnings.due(state, moment)
                : new Decision.Builder().event(report).done();
    }

    /// @return a warning about the limits of a run with so many items, or null
    @Nullable
    RunEvent warningAtStart(long items) {
        return warnings.atStart(items);
    }

    /// @return what the map stage needs now, once its items are known
    public Decision advance(RunState state, Moment moment) {
        var items = items(state);
        boolean over = items.count(ItemState.PENDING) == 0 && items.count(ItemState.WAITING) == 0;
        if (over && state.underway().attempts() == 0) {
            var counts = items.counts();
            var decision = new Decision.Builder();
            reporting.close(state, decision);
            return decision.event(new PhaseEvent.PhaseCompleted(
                            "map",
                            state.stageTimes().of("map", moment.elapsed()).toMillis(),
                            (long) counts.successful(),
                            (long) counts.failed(),
                            (long) counts.skipped(),
                            null))
                    .done();
        }
        var gate = canary.advance(state, items, moment);
        return gate.isEmpty() ? admit(state, moment) : gate;
    }

    /// @return what starts now of the items
    Decision admit(RunState state, Moment moment) {
        return dispatch.admit(state, moment);
    }

    /// @return moments at which there may be something to do for items
    Stream<Instant> dues(RunState state, Moment moment) {
        return rules == null || state.items() == null
                ? Stream.empty()
                : Stream.concat(dispatch.dues(state, moment), warnings.dues(state, moment));
    }

    /// @return whether the breaker that had admitted an attempt opened before it began
    boolean isOvertaken(RunState state, Context attempt) {
        return admission.isOvertaken(state, ItemId.index(attempt.itemId()));
    }

    /// @return the answer to an attempt that has begun
    Decision started(RunState state, Context attempt, ItemEvent.Started event) {
        int item = ItemId.index(attempt.itemId());
        return new Decision.Builder()
                .event(ItemContext.counted(rules(), items(state), item, attempt), event)
                .done();
    }

    /// @return the answer to the end of an attempt
    public Decision ended(RunState state, Signal.AttemptEnded ended, Moment moment, DoubleSupplier random) {
        var items = items(state);
        var place = state.underway().place(ended.item());
        state.underway().free(ended.item());
        var context =
                ItemContext.ofAttempt(rules(), items(state), ended.item(), ended.attempt(), place == null ? 0 : place);
        var decision = new Decision.Builder();
        var result = ended.result() instanceof AttemptResult.Failed && cutsOff(state)
                ? new AttemptResult.Interrupted("cancelled")
                : ended.result();
        var told = admission.ended(state, decision, context, ended.item(), result, moment);
        switch (result) {
            case AttemptResult.Interrupted cut -> {
                if (items.state(ended.item()) == ItemState.RUNNING) {
                    boolean halted = Stopping.of(state)
                            && state.underway().ending() == null
                            && items.givenUpBy(ended.item()) == null;
                    decision.event(context, new ItemEvent.Interrupted(halted ? "halt" : cut.reason()));
                }
                giveUpIfAsked(decision, items, ended.item());
            }
            case AttemptResult.Succeeded success -> succeeded(decision, context, items, ended.item(), success);
            case AttemptResult.Failed _
            when items.givenUpBy(ended.item()) != null -> {
                decision.event(context, new ItemEvent.Interrupted("cancelled"));
                giveUpIfAsked(decision, items, ended.item());
            }
            case AttemptResult.Failed failure -> {
                var handling = new ItemFailure(rules(), state, moment, random, told.rejects(), deadline)
                        .decide(decision, items, context, ended.item(), failure);
                if (handling != null) {
                    int free = state.underway().take(ended.item());
                    ItemHandling.begin(decision, context, items, ended.item(), free, handling);
                }
            }
        }
        admission.stop(state, decision, told);
        return decision.done();
    }

    /// @return the answer to a failed attempt that still holds its place: a handler runs there, or it is
    ///     settled
    Decision failed(RunState state, Signal.AttemptFailed failed, Moment moment, DoubleSupplier random) {
        var place = state.underway().place(failed.item());
        var handling = new ItemFailure(rules(), state, moment, random, false, deadline)
                .handling(items(state), failed.item(), failed.failure());
        var decision = new Decision.Builder();
        boolean unwanted = items(state).givenUpBy(failed.item()) != null || cutsOff(state);
        if (handling == null || place == null || unwanted) {
            return decision.effect(new Effect.Settle(failed.item(), failed.attempt()))
                    .done();
        }
        var context = ItemContext.ofAttempt(rules(), items(state), failed.item(), failed.attempt(), place);
        var told = admission.ended(state, decision, context, failed.item(), failed.failure(), moment);
        ItemHandling.begin(decision, context, items(state), failed.item(), place, handling);
        admission.stop(state, decision, told);
        return decision.done();
    }

    /// @return the answer to the end of a custom handler
    Decision handled(RunState state, Signal.HandlerEnded ended, Moment moment) {
        var place = state.underway().place(ended.item());
        state.underway().free(ended.item());
        var context =
                ItemContext.ofAttempt(rules(), items(state), ended.item(), ended.attempt(), place == null ? 0 : place);
        var decision = new Decision.Builder();
        var items = items(state);
        boolean halted = state.underway().ending() == null && items.givenUpBy(ended.item()) == null;
        var result = ended.result() instanceof HandlerResult.Resolved || !cutsOff(state)
                ? ended.result()
                : new HandlerResult.Interrupted(halted ? "halt" : "cancelled");
        new ItemHandling(rules(), state, moment).ended(decision, items, context, ended.item(), result);
        if (result instanceof HandlerResult.Interrupted) {
            giveUpIfAsked(decision, items, ended.item());
        }
        return decision.done();
    }

    /// @return the answer to a person's word about the canary
    Decision canaryAnswered(RunState state, Moment moment, boolean yes) {
        return canary.answered(state, items(state), moment, yes);
    }

    /// A person gave the item up while an attempt of it was under way.
    static void giveUpIfAsked(Decision.Builder decision, ItemTable items, int item) {
        var actor = items.givenUpBy(item);
        if (actor != null) {
            ControlDecider.giveUp(items, item, actor, decision);
        }
    }

    /// @return whether a redrive has nothing more to start and nothing under way
    public boolean redriveIsOver(RunState state) {
        var redriving = state.redriving();
        if (redriving == null) {
            return true;
        }
        return state.underway().attempts() == 0 && (redriving.gaveUp() || redriving.isDone() || redriving.isClosed());
    }

    /// @return whether every item was successful
    public boolean allSuccessful(RunState state) {
        var items = state.items();
        return items == null || items.count(ItemState.SUCCESSFUL) == items.total();
    }

    /// @return whether items wait to be run
    boolean hasPending(RunState state) {
        var items = state.items();
        return items != null && items.count(ItemState.PENDING) + items.count(ItemState.WAITING) > 0;
    }

    /// @return whether running attempts are ended when policy stops the run
    boolean isToKill() {
        return rules != null && rules.policy().stopMode() == StopMode.KILL;
    }

    /// A failure that the stop has overtaken was not counted when that became durable: it is cut off like the attempts
    /// that still run, so that `now` goes no further than the limit (spec 03 §8). Finished work stays.
    ///
    /// @return whether policy ends what is under way
    boolean cutsOff(RunState state) {
        return isToKill() && Stopping.of(state);
    }

    /// @return dead letters that are left
    long letters(RunState state) {
        return items(state).letters().count();
    }

    /// @return the end that a stop by policy comes to
    Ending stopOf(RunState state, PolicyStopped stopped) {
        return PolicyStop.ending(rules, state, stopped);
    }

    /// @return the stop that the limits of the policy demand now, or null
    @Nullable
    PolicyStopped limitReached(RunState state) {
        return rules == null || state.items() == null ? null : PolicyStop.of(rules, state);
    }

    /// @return the end of a redrive that a row of failures, or a limit, ended
    Ending redriveStopped(RunState state, Redriving redriving) {
        if (redriving.stopped() != null) {
            return PolicyStop.ending(rules, state, redriving.stopped());
        }
        var message = "stopped after 5 failures in a row"
                + (redriving.isDone() ? "" : "; the items behind them were not tried");
        var error = ErrorRecord.of(KnownCode.REDRIVE_STOPPED.stoppingTheRun(), StopAdvice.ofRedrive(message, state));
        return new Ending.Stopped(Fold.REDRIVE_STOPPED, error.causedBy(state.lastFailure()));
    }

    static void succeeded(
            Decision.Builder decision, Context context, ItemTable items, int item, AttemptResult.Succeeded success) {
        var trail = items.trail(item);
        var course = success.course();
        decision.event(
                context,
                new ItemEvent.Completed(
                        "success",
                        ItemFailure.executions(items, item),
                        course.durationMs(),
                        (trail == null ? 0 : trail.executionMs()) + course.executionMs(),
                        (trail == null ? 0 : trail.waitMs()) + course.waitMs(),
                        success.commits(),
                        course.steps(),
                        success.result(),
                        success.tolerated()));
        if (items.letters().has(item)) {
            decision.event(context, new LetterEvent.Removed("retried", null));
        }
    }

    private MapRules rules() {
        return known(rules);
    }

    static MapRules known(@Nullable MapRules rules) {
        if (rules == null) {
            throw new IllegalStateException("a workflow without a map phase has no items");
        }
        return rules;
    }

    /// An item is given up. Its dead letter goes with it: who is skipped waits for nobody's answer.
    ///
    /// @param actor the person who gave it up, or null
    static void skipped(Decision.Builder decision, ItemTable items, int item, String reason, @Nullable String actor) {
        var context = ItemContext.of(items, item);
        decision.event(context, new ItemEvent.Skipped(reason, actor));
        if (items.letters().has(item)) {
            decision.event(context, new LetterEvent.Removed("skipped", actor));
        }
    }

    /// @return how many items the run has under way at once: what a person said last counts
    static int width(@Nullable MapRules rules, RunState state) {
        var set = state.settings().number(RunSetting.MAX_PARALLEL);
        return set == null ? known(rules).maxParallel() : set.intValue();
    }

    static ItemTable items(RunState state) {
        var items = state.items();
        if (items == null) {
            throw new IllegalStateException("the items are not loaded");
        }
        return items;
    }
}
