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
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.signature.Signature;
import dev.prodigy.engine.world.ChildEnd;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.Origin;
import dev.prodigy.model.error.Output;
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
        var count = new Count(items, item, failure.error(), false);
        return switch (verdict(count)) {
            case RetryDecision.Again _ -> null;
            case RetryDecision.Exhausted end -> handling(items, item, failure, judged(count, end));
            case RetryDecision.GivenUp end -> handling(items, item, failure, judged(count, end));
        };
    }

    private @Nullable Handling handling(ItemTable items, int item, AttemptResult.Failed failure, ErrorRecord error) {
        var handler = new ItemHandling(rules, state, moment).handlerOf(items, item, error);
        return handler == null ? null : new Handling(handler, failure.with(error), null);
    }

    /// A failed attempt of an item, and how it counts.
    ///
    /// @param told whether the journal knows of it
    private record Count(ItemTable items, int item, ErrorRecord error, boolean told) {
        /// @return attempts of the item's allowance that failed before
        int before() {
            return items.allowanceUsed(item) - (told ? 1 : 0);
        }

        int conflictsBefore() {
            return conflicts(trail()) - (told ? 1 : 0);
        }

        int attempt() {
            return items.attempts(item);
        }

        @Nullable
        Trail trail() {
            return items.trail(item);
        }
    }

    /// A layer that allows one attempt has nothing to say of attempts: what the step reported stands. What the journal
    /// knows this layer has judged before.
    private ErrorRecord judged(Count failed, RetryDecision verdict) {
        var error = failed.error();
        boolean isLayer = policy(failed.items(), failed.item()).attempts() > 1 || failed.told();
        return error.origin().isOfStep() && !isLayer
                ? error
                : error.with(
                        verdict.on(Retries.at(failed.attempt(), most(failed))).around(error.retries()));
    }

    /// @return the number of the item's last attempt, if all to come fail like this one: numbers go on behind
    ///     attempts that were cut off, and in a redrive; behind a conflict those beyond the allowance count too
    private int most(Count failed) {
        boolean beyond = isBeyondAllowance(failed);
        int used = failed.before() + (beyond ? 0 : 1);
        int beyondLeft = beyond ? MapRules.MAX_CONFLICT_RETRIES - failed.conflictsBefore() - 1 : 0;
        // a handler may have granted one attempt more than there are
        return failed.attempt()
                + Math.max(0, policy(failed.items(), failed.item()).attempts() - used)
                + beyondLeft;
    }

    /// Adds the events that follow from a failed attempt.
    ///
    /// @return the handler that is to say what becomes of the item, or null
    @Nullable
    Handling decide(
            Decision.Builder decision, ItemTable items, Context context, int item, AttemptResult.Failed failure) {
        var count = new Count(items, item, failure.error(), false);
        var verdict = verdict(count);
        var error = judged(count, verdict);
        switch (verdict) {
            case RetryDecision.Again again ->
                decision.event(context, failedEvent(items, item, failure, error, false))
                        .event(context, scheduled(count, again, error));
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

    private StepEvent.RetryScheduled scheduled(Count failed, RetryDecision.Again again, ErrorRecord error) {
        return new StepEvent.RetryScheduled(
                null,
                "item",
                failed.attempt(),
                failed.attempt() + 1,
                most(failed),
                again.delay().toMillis(),
                again.source().word(),
                again.dueAt(),
                error,
                null,
                isBeyondAllowance(failed));
    }

    private RetryDecision verdict(Count failed) {
        var trail = failed.trail();
        if (trail != null && trail.handled()) {
            return new RetryDecision.Exhausted();
        }
        if (isBeyondAllowance(failed)) {
            return new RetryDecision.Again(Duration.ZERO, RetryDecision.Source.BACKOFF, moment.now());
        }
        var first = trail == null || trail.firstFailure() == null ? moment.elapsed() : trail.firstFailure();
        var attempt = new FailedAttempt(
                failed.error(),
                failed.before() + 1,
                moment.now(),
                moment.elapsed().minus(first),
                trail == null || trail.lastWait().isZero() ? null : trail.lastWait(),
                failed.error().evidence().timeoutScope() == TimeoutScope.AGENT);
        var budget = rules.policy().runRetryBudget();
        boolean spent = budget != null && !state.spent().itemRetries().admits(budget);
        var around = new Surroundings(breakerRejects, spent, nearestDeadline(trail));
        return RetryLoop.decide(policy(failed.items(), failed.item()), attempt, around, random.getAsDouble());
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
    private boolean isBeyondAllowance(Count failed) {
        return failed.error().codes().contains(KnownCode.MERGE_CONFLICT.name())
                && repeatsConflict(rules, failed.conflictsBefore())
                && hasTime(failed.trail());
    }

    /// @param trail of an item, or null before its first attempt
    /// @return whether a conflict of its next attempt is followed by another attempt beyond its allowance
    static boolean repeatsConflict(MapRules rules, @Nullable Trail trail) {
        return (trail == null || !trail.handled()) && repeatsConflict(rules, conflicts(trail));
    }

    private static boolean repeatsConflict(MapRules rules, int before) {
        return rules.onConflict() instanceof OnConflict.Retry && before < MapRules.MAX_CONFLICT_RETRIES;
    }

    private static int conflicts(@Nullable Trail trail) {
        return trail == null ? 0 : trail.conflicts();
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
        var error = refusal.with(Retries.at(made, made + left).givenUp(RetryAborted.CIRCUIT_OPEN))
                .with(origin(items, item));
        var course = new AttemptResult.Course(0, 0, 0, NO_STEPS);
        var failure = new AttemptResult.Failed(
                course, error, Signature.of(error, Value.Null.NULL), AttemptResult.Kept.NOTHING, Value.Null.NULL);
        finallyFailed(decision, items, context, item, failure, error);
    }

    private Origin origin(ItemTable items, int item) {
        return Origin.ofAttempt(moment.now())
                .inRun(String.valueOf(state.runId()), "map")
                .inItem(ItemId.of(item), items.attempts(item));
    }

    /// What follows from a failure that an earlier process journaled: the wait that it had no time to write, or, where
    /// the policy was changed since, no further attempt; that failure's error stands then. Its handler waits for a
    /// place, as one that a crash cut off.
    void goOn(Decision.Builder decision, ItemTable items, int item, ItemEvent.Failed last) {
        var count = new Count(items, item, last.error(), true);
        var several = policy(items, item).attempts() > 1 ? Integer.valueOf(most(count)) : null;
        var context = ItemContext.of(items, item).inAttempt(count.attempt(), several);
        var verdict = verdict(count);
        if (verdict instanceof RetryDecision.Again again) {
            if (items.isUnscheduled(item)) {
                decision.event(context, scheduled(count, again, judged(count, again)));
            }
            return;
        }
        var error = judged(count, verdict);
        var signature = new Signature(
                last.signature(), Signature.of(error, Value.Null.NULL).normalised());
        var kept = AttemptResult.Kept.saved(last.branch(), last.salvageRef(), last.keptDirectory(), List.of());
        var course = new AttemptResult.Course(0, 0, 0, last.steps());
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
    void crashed(Decision.Builder decision, Context context, ItemTable items, int item, Signal.Remains remains) {
        var loop = crashLoop();
        var error = loop.with(origin(items, item))
                .with(loop.evidence()
                        .withOutput(Output.NONE.in(
                                remains.logs().isEmpty() ? null : remains.logs().getFirst(), remains.logs())));
        var course = new AttemptResult.Course(0, 0, 0, NO_STEPS);
        var failure = new AttemptResult.Failed(
                course, error, Signature.of(error, Value.Null.NULL), remains.kept(), Value.Null.NULL);
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
            case FailureDisposition.Skip _ -> {
                decision.event(context, failedEvent(items, item, failure, error, true));
                MapDecider.skipped(decision, items, item, Disposition.reasonToSkip(rules, error), null);
            }
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
                executions(items, item, error),
                course.durationMs(),
                (trail == null ? 0 : trail.executionMs()) + course.executionMs(),
                (trail == null ? 0 : trail.waitMs()) + course.waitMs(),
                course.steps(),
                failure.kept().branch(),
                failure.kept().salvageRef(),
                failure.kept().keptDirectory(),
                failure.result());
    }

    /// A crash loop's last attempt was interrupted like those before.
    private static int executions(ItemTable items, int item, ErrorRecord error) {
        return error.isCrashLoop() ? items.failedAttempts(item) : executions(items, item);
    }

    /// @return executions so far, this one included, interrupted ones not (spec 05 §7): like a step's they use nothing
    ///     up
    static int executions(ItemTable items, int item) {
        return items.failedAttempts(item) + (items.state(item) == ItemState.RUNNING ? 1 : 0);
    }

    static void letter(
            Decision.Builder decision,
            ItemTable items,
            Context context,
            int item,
            AttemptResult.Failed failure,
            ErrorRecord error) {
        var reason = FailureReason.of(error);
        int attempts = executions(items, item, error);
        var signature = failure.signature().id();
        var kept = failure.kept();
        // what a called workflow lacked may be there next time, as a secret of the environment
        boolean eligible =
                error.category() != Category.DEFINITION || error.code().equals(ChildEnd.INVALID_INPUT);
        var facts = new LetterEvent.Facts(
                attempts,
                signature,
                reason,
                eligible,
                kept.branch(),
                kept.salvageRef(),
                kept.keptDirectory(),
                kept.conflicts());
        decision.event(
                context, items.letters().has(item) ? new LetterEvent.Updated(facts) : new LetterEvent.Added(facts));
    }
}
