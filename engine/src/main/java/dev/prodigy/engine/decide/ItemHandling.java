package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.HandlerResult;
import dev.prodigy.engine.item.Handling;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.workflow.ItemHandler.Then;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Custom handlers of items that finally failed: when one runs, and what its end means (spec 02 §5.2).
///
/// The end is durable before what follows from it, so that a handler that has ended never runs again.
final class ItemHandling {
    private final MapRules rules;
    private final RunState state;
    private final Moment moment;

    ItemHandling(MapRules rules, RunState state, Moment moment) {
        this.rules = rules;
        this.state = state;
        this.moment = moment;
    }

    /// @return the handler that is to run for this final failure, or null. It runs once per item
    @Nullable
    String handlerOf(ItemTable items, int item, ErrorRecord error) {
        var trail = items.trail(item);
        boolean again = trail != null && trail.handled();
        return !again && Disposition.of(rules, error) instanceof FailureDisposition.Custom(var name) ? name : null;
    }

    /// A handler begins, or begins again.
    static void begin(
            Decision.Builder decision, Context context, ItemTable items, int item, int place, Handling handling) {
        int attempt = context.attempt() == null ? 1 : context.attempt();
        int first = items.firstPlace(item, place);
        decision.event(context, handling.begins()).effect(new Effect.RunHandler(item, attempt, place, first, handling));
    }

    /// A handler has ended, or was cut off.
    void ended(Decision.Builder decision, ItemTable items, Context context, int item, HandlerResult result) {
        var handling = items.handling(item);
        if (handling == null || handling.end() != null) {
            return;
        }
        switch (result) {
            case HandlerResult.Interrupted(var reason) -> decision.event(context, new ItemEvent.Interrupted(reason));
            case HandlerResult.Resolved(var ms, var success) -> {
                MapDecider.succeeded(decision, context, items, item, success);
                decision.event(context, completed(handling, Then.RESOLVED, ms, AttemptResult.Kept.NOTHING));
            }
            case HandlerResult.Good(var ms, var kept) -> {
                var then = rules.handlers().getOrDefault(handling.handler(), Then.DLQ);
                var event = completed(handling, then, ms, kept);
                decision.event(context, event);
                follow(decision, items, context, item, handling.ended(event));
            }
            case HandlerResult.Bad(var ms, var error, var kept) -> {
                var event = failed(handling, error, ms, kept);
                decision.event(context, event);
                follow(decision, items, context, item, handling.ended(event));
            }
        }
    }

    /// Says what an earlier process had no time to say: what became of the item of a handler that has ended, or that
    /// one is to begin again.
    void recover(
            Decision.Builder decision,
            ItemTable items,
            Context context,
            int item,
            Handling handling,
            Signal.Interrupted found) {
        if (handling.end() != null) {
            follow(decision, items, context, item, handling);
        } else if (ItemRecovery.isCrashLoop(items, item, found)) {
            var event = failed(handling, ItemFailure.crashLoop(), 0, AttemptResult.Kept.NOTHING);
            decision.event(context, event);
            follow(decision, items, context, item, handling.ended(event));
        } else {
            decision.event(context, ItemRecovery.interrupted(found));
        }
    }

    /// A resolved item's success came first, so that nothing of it is lost.
    static void mend(Decision.Builder decision, Context context, Handling handling) {
        decision.event(context, completed(handling, Then.RESOLVED, 0, AttemptResult.Kept.NOTHING));
    }

    private static HandlerEvent.Completed completed(Handling handling, Then then, long ms, AttemptResult.Kept kept) {
        return new HandlerEvent.Completed(
                handling.handler(),
                then.name().toLowerCase(Locale.ROOT),
                ms,
                kept.branch(),
                kept.salvageRef(),
                kept.keptDirectory());
    }

    private static HandlerEvent.Failed failed(Handling handling, ErrorRecord error, long ms, AttemptResult.Kept kept) {
        return new HandlerEvent.Failed(
                handling.handler(),
                error,
                ms,
                kept.branch(),
                kept.salvageRef(),
                kept.keptDirectory(),
                kept.conflicts());
    }

    private void follow(Decision.Builder decision, ItemTable items, Context context, int item, Handling handling) {
        var failure = handling.failure();
        var error = failure.error();
        switch (handling.end()) {
            case Handling.End.Good(Then then)
            when then == Then.SKIP -> {
                decision.event(context, ItemFailure.failedEvent(items, item, failure, error, true));
                MapDecider.skipped(decision, items, item, "policy", null);
            }
            case Handling.End.Good(Then then)
            when then == Then.RETRY && mayRetry(items, item) -> retry(decision, items, context, item, handling);
            case Handling.End.Good _, Handling.End.Bad _ -> {
                ItemFailure.letter(decision, items, context, item, failure, error);
                decision.event(context, ItemFailure.failedEvent(items, item, failure, error, true));
            }
            case null -> throw new IllegalStateException("the handler has not ended");
        }
    }

    /// One more attempt is a retry like any other for the run's budget and the item's time.
    private boolean mayRetry(ItemTable items, int item) {
        var budget = rules.policy().runRetryBudget();
        var deadline = ItemFailure.deadline(rules, items.trail(item), moment);
        return (budget == null || state.spent().itemRetries().admits(budget))
                && (deadline == null || moment.now().isBefore(deadline));
    }

    private void retry(Decision.Builder decision, ItemTable items, Context context, int item, Handling handling) {
        var failure = handling.failure();
        int attempt = items.attempts(item);
        decision.event(context, ItemFailure.failedEvent(items, item, failure, failure.error(), false))
                .event(
                        context,
                        new StepEvent.RetryScheduled(
                                null,
                                "item",
                                attempt,
                                attempt + 1,
                                attempt + 1,
                                0,
                                "backoff",
                                moment.now(),
                                failure.error(),
                                null,
                                false));
    }
}
