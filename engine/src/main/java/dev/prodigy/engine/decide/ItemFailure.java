package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.Handling;
import dev.prodigy.engine.item.ItemContext;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.item.Trail;
import dev.prodigy.engine.retry.FailedAttempt;
import dev.prodigy.engine.retry.RetryDecision;
import dev.prodigy.engine.retry.RetryLoop;
import dev.prodigy.engine.retry.Surroundings;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.signature.Signature;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.Origin;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.OnConflict;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What becomes of an item whose attempt failed: another attempt, a dead letter, or it is given up (spec 02
/// §1, layers 6 and 7).
final class ItemFailure {
    private static final Value NO_STEPS = new Value.Items(List.of());

    private final MapRules rules;
    private final RunState state;
    private final Moment moment;
    private final DoubleSupplier random;
    private final boolean breakerRejects;
    private final RunDeadline runDeadline;

    /// @param breakerRejects the items' breaker is open, after it was told of the failure, and rejects
    ItemFailure(
            MapRules rules,
            RunState state,
            Moment moment,
            DoubleSupplier random,
            boolean breakerRejects,
            RunDeadline runDeadline) {
        this.rules = rules;
        this.state = state;
        this.moment = moment;
        this.random = random;
        this.breakerRejects = breakerRejects;
        this.runDeadline = runDeadline;
    }

    /// @return the handler that the failure leads to while the attempt holds its place, or null
    @Nullable
    Handling handling(ItemTable items, int item, AttemptResult.Failed failure) {
        return switch (verdict(items, item, failure.error())) {
            case RetryDecision.Again _ -> null;
            case RetryDecision.Exhausted end -> handling(items, item, failure, judged(items, item, failure, end));
            case RetryDecision.GivenUp end -> handling(items, item, failure, judged(items, item, failure, end));
        };
    }

    private @Nullable Handling handling(ItemTable items, int item, AttemptResult.Failed failure, ErrorRecord error) {
        var handler = new ItemHandling(rules, state, moment).handlerOf(items, item, error);
        return handler == null ? null : new Handling(handler, failure.with(error), null);
    }

    private ErrorRecord judged(ItemTable items, int item, AttemptResult.Failed failure, RetryDecision verdict) {
        int attempt = items.attempts(item);
        return failure.error().with(verdict.on(Retries.at(attempt, most(items, item, failure.error()))));
    }

    /// @return the number of the item's last attempt, if it uses all that it is allowed: numbers go on behind
    ///     attempts that were cut off, and in a redrive
    private int most(ItemTable items, int item, ErrorRecord error) {
        int used = items.allowanceUsed(item) + (isBeyondAllowance(items, item, error) ? 0 : 1);
        // a handler may have granted one attempt more than there are
        return items.attempts(item) + Math.max(0, policy(items, item).attempts() - used);
    }

    /// Adds the events that follow from a failed attempt.
    ///
    /// @return the handler that is to say what becomes of the item, or null
    @Nullable
    Handling decide(
            Decision.Builder decision, ItemTable items, Context context, int item, AttemptResult.Failed failure) {
        var verdict = verdict(items, item, failure.error());
        int attempt = items.attempts(item);
        var error = judged(items, item, failure, verdict);
        switch (verdict) {
            case RetryDecision.Again(var delay, var source, var dueAt) -> {
                decision.event(context, failedEvent(items, item, failure, error, false));
                decision.event(
                        context,
                        new StepEvent.RetryScheduled(
                                null,
                                "item",
                                attempt,
                                attempt + 1,
                                most(items, item, failure.error()),
                                delay.toMillis(),
                                source.word(),
                                dueAt,
                                error,
                                null,
                                isBeyondAllowance(items, item, failure.error())));
            }
            case RetryDecision.Exhausted _, RetryDecision.GivenUp _ -> {
                var handling = handling(items, item, failure, error);
                if (handling != null) {
                    return handling;
                }
                finallyFailed(decision, items, context, item, failure, error);
            }
        }
        return null;
    }

    private RetryDecision verdict(ItemTable items, int item, ErrorRecord error) {
        var trail = items.trail(item);
        if (trail != null && trail.handled()) {
            return new RetryDecision.Exhausted();
        }
        if (isBeyondAllowance(items, item, error)) {
            return new RetryDecision.Again(Duration.ZERO, RetryDecision.Source.BACKOFF, moment.now());
        }
        var first = trail == null || trail.firstFailure() == null ? moment.elapsed() : trail.firstFailure();
        var failed = new FailedAttempt(
                error,
                items.allowanceUsed(item) + 1,
                moment.now(),
                moment.elapsed().minus(first),
                trail == null || trail.lastWait().isZero() ? null : trail.lastWait(),
                error.evidence().timeoutScope() == TimeoutScope.AGENT);
        var budget = rules.policy().runRetryBudget();
        boolean spent = budget != null && !state.itemRetries().admits(budget);
        var around = new Surroundings(breakerRejects, spent, nearestDeadline(trail));
        return RetryLoop.decide(policy(items, item), failed, around, random.getAsDouble());
    }

    private @Nullable Instant nearestDeadline(@Nullable Trail trail) {
        return Stream.of(
                        Optional.ofNullable(deadline(rules, trail, moment)),
                        Optional.ofNullable(runDeadline.due(state, moment)))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    private RetryPolicy policy(ItemTable items, int item) {
        var usual = rules.policy().itemRetry();
        return usual.withAttempts(items.allowance(item, usual.attempts()));
    }

    static @Nullable Instant deadline(MapRules rules, @Nullable Trail trail, Moment moment) {
        var limit = rules.timeouts().limit();
        return limit == null || trail == null
                ? null
                : moment.now()
                        .plus(trail.firstStart()
                                .plus(trail.parked())
                                .plus(limit)
                                .minus(moment.elapsed()));
    }

    /// After a merge conflict an item may try again on the new tip without using its allowance (spec 03
    /// §10).
    private boolean isBeyondAllowance(ItemTable items, int item, ErrorRecord error) {
        var trail = items.trail(item);
        return error.codes().contains(KnownCode.MERGE_CONFLICT.name())
                && rules.onConflict() instanceof OnConflict.Retry
                && (trail == null ? 0 : trail.conflicts()) < MapRules.MAX_CONFLICT_RETRIES
                && hasTime(trail);
    }

    private boolean hasTime(@Nullable Trail trail) {
        var deadline = deadline(rules, trail, moment);
        return deadline == null || moment.now().isBefore(deadline);
    }

    static ErrorRecord crashLoop() {
        return ErrorRecord.of(
                KnownCode.CRASH_LOOP.row(), "in progress at " + MapRules.MAX_CRASHES + " crashes of the program");
    }

    /// An item that its breaker does not admit fails without an attempt (spec 02 §7).
    void rejected(Decision.Builder decision, ItemTable items, Context context, int item, ErrorRecord refusal) {
        int made = items.attempts(item);
        int left = Math.max(0, policy(items, item).attempts() - items.allowanceUsed(item));
        var origin =
                Origin.of("map.agent_template", "item", moment.now()).inItem(ItemId.of(item), items.attempts(item));
        var error = refusal.with(Retries.at(made, made + left).givenUp(RetryAborted.CIRCUIT_OPEN))
                .with(origin);
        var course = new AttemptResult.Course(0, 0, NO_STEPS);
        var failure = new AttemptResult.Failed(
                course, error, Signature.of(error, Value.Null.NULL), AttemptResult.Kept.NOTHING, Value.Null.NULL);
        finallyFailed(decision, items, context, item, failure, error);
    }

    /// An item that may not be tried again under a policy that was changed since its last attempt; that one's error
    /// stands. Its handler waits for a place, as one that a crash cut off.
    void usedUp(Decision.Builder decision, ItemTable items, int item, ItemEvent.Failed last) {
        var context = ItemContext.of(items, item);
        int made = items.attempts(item);
        var error = last.error().with(Retries.at(made, made).usedUp());
        var signature = new Signature(
                last.signature(), Signature.of(error, Value.Null.NULL).normalised());
        var kept = new AttemptResult.Kept(last.branch(), last.salvageRef(), List.of());
        var course = new AttemptResult.Course(0, 0, last.steps());
        var result = Objects.requireNonNullElse(last.result(), Value.Null.NULL);
        var failure = new AttemptResult.Failed(course, error, signature, kept, result);
        var handling = handling(items, item, failure, error);
        if (handling == null) {
            finallyFailed(decision, items, context, item, failure, error);
        } else {
            decision.event(context, handling.begins()).event(context, new ItemEvent.Interrupted("halt"));
        }
    }

    /// An item that crashes of the program cut off again and again is given up.
    static void crashed(Decision.Builder decision, Context context, ItemTable items, int item) {
        var error = crashLoop();
        var course = new AttemptResult.Course(0, 0, NO_STEPS);
        var failure = new AttemptResult.Failed(
                course, error, Signature.of(error, Value.Null.NULL), AttemptResult.Kept.NOTHING, Value.Null.NULL);
        letter(decision, items, context, item, failure, error);
        decision.event(context, failedEvent(items, item, failure, error, true));
    }

    /// The dead letter comes first: a process that dies between the two events runs the item again
    /// rather than losing its letter.
    private void finallyFailed(
            Decision.Builder decision,
            ItemTable items,
            Context context,
            int item,
            AttemptResult.Failed failure,
            ErrorRecord error) {
        switch (Disposition.of(rules, error)) {
            case FailureDisposition.Skip _ ->
                decision.event(context, failedEvent(items, item, failure, error, true))
                        .event(context, new ItemEvent.Skipped(Disposition.reasonToSkip(rules, error), null));
            case FailureDisposition.Dlq _, FailureDisposition.Stop _, FailureDisposition.Custom _ -> {
                letter(decision, items, context, item, failure, error);
                decision.event(context, failedEvent(items, item, failure, error, true));
            }
        }
    }

    static ItemEvent.Failed failedEvent(
            ItemTable items, int item, AttemptResult.Failed failure, ErrorRecord error, boolean last) {
        var trail = items.trail(item);
        var course = failure.course();
        return new ItemEvent.Failed(
                "failed",
                last,
                error,
                failure.signature().id(),
                last ? failure.signature().normalised() : null,
                items.attempts(item),
                course.durationMs(),
                (trail == null ? 0 : trail.executionMs()) + course.durationMs() - course.waitMs(),
                (trail == null ? 0 : trail.waitMs()) + course.waitMs(),
                course.steps(),
                failure.kept().branch(),
                failure.kept().salvageRef(),
                failure.result());
    }

    static void letter(
            Decision.Builder decision,
            ItemTable items,
            Context context,
            int item,
            AttemptResult.Failed failure,
            ErrorRecord error) {
        var reason = FailureReason.of(error);
        int attempts = items.failedAttempts(item) + (items.state(item) == ItemState.RUNNING ? 1 : 0);
        var signature = failure.signature().id();
        var kept = failure.kept();
        boolean eligible = error.category() != Category.DEFINITION;
        var facts = new LetterEvent.Facts(
                attempts, signature, reason, eligible, kept.branch(), kept.salvageRef(), kept.conflicts());
        decision.event(
                context, items.letters().has(item) ? new LetterEvent.Updated(facts) : new LetterEvent.Added(facts));
    }
}
