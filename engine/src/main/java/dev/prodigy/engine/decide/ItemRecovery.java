package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.ItemContext;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/// Takes up the items of a run that an earlier process left: those in progress, and those that are to run again (spec
/// 03 §14, §15).
final class ItemRecovery {
    /// Items of a redrive at once where the run itself runs more (spec 05 §2.5).
    private static final int USUAL_WIDTH = 5;

    private final @Nullable MapRules rules;
    private final RunDeadline deadline;

    /// @param rules null where the workflow has no items
    /// @param deadline the run's own
    ItemRecovery(@Nullable MapRules rules, RunDeadline deadline) {
        this.rules = rules;
        this.deadline = deadline;
    }

    /// Gives items back that an earlier process left in progress, or brings their end to the journal where it took
    /// place.
    void recover(RunState state, Signal.Interrupted found, Moment moment, Decision.Builder decision) {
        var items = state.items();
        if (items == null || rules == null) {
            return;
        }
        for (int item : items.in(ItemState.RUNNING::equals).stream().toArray()) {
            var context = ItemContext.ofAttempt(rules, items, item, items.attempts(item), 0);
            var success = found.merged().get(item);
            var handling = items.handling(item);
            if (success != null) {
                MapDecider.succeeded(decision, context, items, item, success);
            } else if (handling != null) {
                new ItemHandling(rules, state, moment).recover(decision, items, context, item, handling, found);
            } else if (isCrashLoop(items, item, found)) {
                var remains = found.remains().getOrDefault(item, Signal.Remains.NOTHING);
                new ItemFailure(rules, state, moment, () -> 0, false, deadline)
                        .crashed(decision, context, items, item, remains);
            } else {
                decision.event(context, interrupted(found));
                MapDecider.giveUpIfAsked(decision, items, item);
            }
        }
        mend(items, decision);
    }

    static boolean isCrashLoop(ItemTable items, int item, Signal.Interrupted found) {
        return found.crash() && items.crashes(item) + 1 >= MapRules.MAX_CRASHES;
    }

    static ItemEvent.Interrupted interrupted(Signal.Interrupted found) {
        return new ItemEvent.Interrupted(found.crash() ? "crash" : "halt");
    }

    /// Decides anew what follows from failures: a wait that an earlier process had no time to write, or no further
    /// attempt where a changed policy leaves none.
    void goOn(
            RunState state,
            Map<Integer, ItemEvent.Failed> failures,
            Moment moment,
            DoubleSupplier random,
            Decision.Builder decision) {
        var items = state.items();
        if (items == null || rules == null) {
            return;
        }
        failures.forEach((item, failed) -> {
            if (items.givenUpBy(item) == null) {
                new ItemFailure(rules, state, moment, random, false, deadline).goOn(decision, items, item, failed);
            }
        });
    }

    /// Brings to its end what a process began to write about an item when it died.
    private static void mend(ItemTable items, Decision.Builder decision) {
        for (int item : items.givenUp()) {
            if (items.state(item) != ItemState.RUNNING) {
                ControlDecider.giveUp(items, item, String.valueOf(items.givenUpBy(item)), decision);
            }
        }
        for (int item : items.letters().undecided()) {
            MapDecider.skipped(decision, items, item, "policy", null);
        }
        for (int item : items.handled()) {
            var handling = items.handling(item);
            if (handling != null && items.state(item) == ItemState.SUCCESSFUL) {
                ItemHandling.mend(decision, ItemContext.of(items, item), handling);
            }
        }
        for (int item : items.letters().items()) {
            switch (items.state(item)) {
                case SUCCESSFUL ->
                    decision.event(ItemContext.of(items, item), new LetterEvent.Removed("retried", null));
                case SKIPPED -> decision.event(ItemContext.of(items, item), new LetterEvent.Removed("skipped", null));
                case PENDING, RUNNING, WAITING, FAILED -> {}
            }
        }
    }

    /// Puts every failed item back, with its whole allowance; its dead letter stays until it succeeds. What a redrive
    /// that a crash cut off did not come to is failed again when the run is taken up.
    ///
    /// @param found what the earlier process left
    /// @param attempts how many attempts that is, or null for the policy's
    void requeueFailed(
            RunState state, Signal.Interrupted found, @Nullable Integer attempts, Decision.Builder decision) {
        var items = state.items();
        if (items == null) {
            return;
        }
        for (int item = 0; item < items.total(); item++) {
            boolean leftByRedrive = state.redriving() != null
                    && state.redriving().has(item)
                    && !isSuccessful(items, item, found.merged());
            if (items.state(item) == ItemState.FAILED || leftByRedrive) {
                decision.event(ItemContext.of(items, item), new ItemEvent.Requeued("resume", attempts));
            }
        }
    }

    /// @return the beginning of a redrive: the chosen items are pending again
    Decision.Builder redrive(RunState state, Signal.Redrive redrive, Moment moment) {
        var items = state.items();
        if (items == null) {
            throw new IllegalStateException("the items are not loaded");
        }
        var decision = new Decision.Builder().event(redrive.event());
        recover(state, redrive.found(), moment, decision);
        var chosen = redrive.items().stream()
                .filter(item -> !isSuccessful(items, item, redrive.found().merged()))
                .toList();
        int width = redrive.maxParallel() == null
                ? Math.min(MapDecider.width(rules, state), USUAL_WIDTH)
                : redrive.maxParallel();
        decision.event(new LetterEvent.RetryStarted(chosen.size(), width, redrive.filter(), redrive.givesUp()));
        for (int item : chosen) {
            decision.event(ItemContext.of(items, item), new ItemEvent.Requeued("dlq_retry", redrive.maxAttempts()));
        }
        return decision;
    }

    /// Whoever chose the items did not know yet that an earlier process had brought one to its end.
    private static boolean isSuccessful(ItemTable items, int item, Map<Integer, AttemptResult.Succeeded> merged) {
        return switch (items.state(item)) {
            case SUCCESSFUL -> true;
            case RUNNING -> merged.containsKey(item);
            case PENDING, WAITING, FAILED, SKIPPED -> false;
        };
    }
}
