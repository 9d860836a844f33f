package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.function.DoubleSupplier;

/// What becomes of an item whose attempt failed: another attempt, a dead letter, given up, and perhaps the end of
/// the
/// run
/// (spec 02 §1 layers 6–8).
final class ItemFailure {
    private static final Value NO_STEPS = new Value.Items(List.of());

    private final MapRules rules;
    private final RunState state;
    private final Moment moment;
    private final DoubleSupplier random;

    ItemFailure(MapRules rules, RunState state, Moment moment, DoubleSupplier random) {
        this.rules = rules;
        this.state = state;
        this.moment = moment;
        this.random = random;
    }

    /// Adds the events that follow from a failed attempt.
    void decide(Decision.Builder decision, ItemTable items, Context context, int item, AttemptResult.Failed failure) {
        finallyFailed(decision, items, context, item, failure, failure.error());
    }

    /// An item that crashes of the program cut off again and again is given up.
    static void crashed(Decision.Builder decision, Context context, ItemTable items, int item) {
        var error = ErrorRecord.of(
                ErrorCode.of("CRASH_LOOP", Category.KILLED),
                "in progress at " + MapRules.MAX_CRASHES + " crashes of the program");
        var course = new AttemptResult.Course(0, 0, NO_STEPS);
        var failure = new AttemptResult.Failed(course, error, null, null, List.of(), Value.Null.NULL);
        decision.event(context, failedEvent(items, item, failure, error, true));
        letter(decision, items, context, item, failure, error);
    }

    private void finallyFailed(
            Decision.Builder decision,
            ItemTable items,
            Context context,
            int item,
            AttemptResult.Failed failure,
            ErrorRecord error) {
        decision.event(context, failedEvent(items, item, failure, error, true));
        var disposition = rules.policy().onItemFailure();
        switch (disposition) {
            case FailureDisposition.Skip _ -> decision.event(context, new ItemEvent.Skipped("policy", null));
            case FailureDisposition.Dlq _, FailureDisposition.Stop _, FailureDisposition.Custom _ ->
                letter(decision, items, context, item, failure, error);
        }
        var stop = PolicyStop.check(rules.policy(), state.failures() + 1, state.processed() + 1, true, disposition);
        if (stop != null && state.policyStopped() == null && state.redriving() == null) {
            decision.event(stop);
        }
    }

    private static ItemEvent.Failed failedEvent(
            ItemTable items, int item, AttemptResult.Failed failure, ErrorRecord error, boolean last) {
        var trail = items.trail(item);
        var course = failure.course();
        return new ItemEvent.Failed(
                "failed",
                last,
                error,
                error.signature() == null ? "" : error.signature(),
                items.attempts(item),
                course.durationMs(),
                (trail == null ? 0 : trail.executionMs()) + course.durationMs() - course.waitMs(),
                (trail == null ? 0 : trail.waitMs()) + course.waitMs(),
                course.steps(),
                failure.branch(),
                failure.salvageRef(),
                failure.result());
    }

    private static void letter(
            Decision.Builder decision,
            ItemTable items,
            Context context,
            int item,
            AttemptResult.Failed failure,
            ErrorRecord error) {
        var reason = FailureReason.of(error);
        int attempts = items.failedAttempts(item) + 1;
        var signature = error.signature() == null ? "" : error.signature();
        boolean eligible = error.category() != Category.DEFINITION;
        decision.event(
                context,
                items.hasLetter(item)
                        ? new LetterEvent.Updated(
                                attempts,
                                signature,
                                reason,
                                eligible,
                                failure.branch(),
                                failure.salvageRef(),
                                failure.conflicts())
                        : new LetterEvent.Added(
                                attempts,
                                signature,
                                reason,
                                eligible,
                                failure.branch(),
                                failure.salvageRef(),
                                failure.conflicts()));
    }
}
