package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.ItemContext;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.event.ItemEvent;
import java.time.Instant;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Chooses the items that start now: what is due before what is new, as many as there are places, none that
/// the breaker, the quota or the canary holds back (spec 02 §5.1, 03 §6).
final class ItemDispatch {
    private final @Nullable MapRules rules;
    private final ItemAdmission admission;
    private final CanaryGate canary;
    private final RunDeadline deadline;

    ItemDispatch(@Nullable MapRules rules, ItemAdmission admission, CanaryGate canary, RunDeadline deadline) {
        this.rules = rules;
        this.admission = admission;
        this.canary = canary;
        this.deadline = deadline;
    }

    /// The one admission point: first runs, retries, redrives and resumes all pass here.
    Decision admit(RunState state, Moment moment) {
        var items = MapDecider.items(state);
        var underway = state.underway();
        var decision = new Decision.Builder();
        int width = width(state);
        underway.dispatchHeld(false);
        boolean stopped = state.redriving() == null && state.policyStopped() != null;
        if (stopped || underway.ending() != null) {
            return Decision.NOTHING;
        }
        if (state.pause().isOn()) {
            int first = next(state, items, moment);
            underway.dispatchHeld(first >= 0 && underway.attempts() < width);
            hold(state, decision, first, StepAdmission.PAUSED, null, moment);
            return decision.done();
        }
        while (underway.attempts() < width) {
            int item = next(state, items, moment);
            if (item < 0 || !start(state, item, decision, moment)) {
                break;
            }
        }
        return decision.done();
    }

    /// @return whether the next item may be looked at in the same decision
    private boolean start(RunState state, int item, Decision.Builder decision, Moment moment) {
        var items = MapDecider.items(state);
        var underway = state.underway();
        var handling = items.handling(item);
        if (handling != null) {
            int place = underway.take(item);
            var context = ItemContext.ofAttempt(MapDecider.known(rules), items, item, items.attempts(item), place);
            ItemHandling.begin(decision, context, items, item, place, handling);
            return true;
        }
        return switch (admission.next(state, moment)) {
            case ItemAdmission.Verdict.Starts starts -> {
                int attempt = items.attempts(item) + 1;
                int place = underway.take(item);
                var context = ItemContext.ofAttempt(MapDecider.known(rules), items, item, attempt, place);
                starts.events().forEach(event -> decision.event(context, event));
                if (starts.permit() != null) {
                    underway.permit(item, starts.permit());
                }
                if (starts.probes()) {
                    underway.requests().probeItem(item);
                }
                var limitFrom = items.limitFrom(item, moment.elapsed());
                int first = items.firstPlace(item, place);
                decision.effect(
                        new Effect.StartAttempt(item, attempt, place, first, limitFrom, repeatsConflict(items, item)));
                yield !starts.alone();
            }
            case ItemAdmission.Verdict.Held(var reason, var until) -> {
                underway.dispatchHeld(true);
                hold(state, decision, item, reason, until, moment);
                yield false;
            }
            case ItemAdmission.Verdict.Rejected rejected -> {
                var context = ItemContext.untried(items, item, underway.nextPlace());
                new ItemFailure(MapDecider.known(rules), state, moment, () -> 0, true, deadline)
                        .rejected(decision, items, context, item, rejected.error());
                yield false;
            }
            case ItemAdmission.Verdict.Stops(var event) -> {
                decision.event(event);
                yield false;
            }
        };
    }

    private boolean repeatsConflict(ItemTable items, int item) {
        return ItemFailure.repeatsConflict(MapDecider.known(rules), items.trail(item));
    }

    /// Those that were begun and could go on now wait from now on, because their time limits stand still
    /// meanwhile; of the others the next one stands for all.
    private static void hold(
            RunState state,
            Decision.Builder decision,
            int next,
            String reason,
            @Nullable Instant until,
            Moment moment) {
        var items = MapDecider.items(state);
        var first = next < 0 ? IntStream.empty() : IntStream.of(next);
        IntStream.concat(first, items.ready(moment.now()))
                .distinct()
                .filter(item ->
                        !isHeldBy(reason, items.hold(item)) && !state.underway().has(item))
                .forEach(item -> decision.event(ItemContext.of(items, item), new ItemEvent.Waiting(reason, until)));
    }

    private static boolean isHeldBy(String reason, ItemTable.@Nullable Hold hold) {
        return hold != null && hold.reason().equals(reason);
    }

    /// @return moments at which items may be able to start that cannot now
    Stream<Instant> dues(RunState state, Moment moment) {
        var items = MapDecider.items(state);
        if (state.underway().attempts() >= width(state)) {
            return Stream.empty();
        }
        boolean left = items.count(ItemState.PENDING) + items.count(ItemState.WAITING) > 0;
        return Stream.concat(
                Stream.ofNullable(items.nextDueAfter(moment.now())),
                left ? admission.dues(state, moment) : Stream.<Instant>empty());
    }

    private int width(RunState state) {
        var redriving = state.redriving();
        if (redriving != null) {
            return redriving.gaveUp() ? 0 : redriving.width();
        }
        return MapDecider.width(rules, state);
    }

    /// A retry that is due goes before items that were never tried.
    private int next(RunState state, ItemTable items, Moment moment) {
        var redriving = state.redriving();
        int due = items.nextDue(
                moment.now(), item -> state.underway().has(item) || (redriving != null && !redriving.has(item)));
        if (due >= 0) {
            return due;
        }
        if (redriving != null) {
            for (int item : redriving.left()) {
                if (items.state(item) == ItemState.PENDING && !state.underway().has(item)) {
                    return item;
                }
            }
            return -1;
        }
        int item = items.nextPending(state.underway().newItemsFrom());
        while (item >= 0 && state.underway().has(item)) {
            item = items.nextPending(item + 1);
        }
        if (item >= 0) {
            state.underway().lookFrom(item);
        }
        return item < canary.width(state, items) ? item : -1;
    }
}
