package dev.prodigy.engine.item;

import dev.prodigy.engine.signature.ErrorMetrics;
import dev.prodigy.engine.signature.FinalFailure;
import dev.prodigy.model.delay.RemainingWait;
import dev.prodigy.model.workflow.ItemHandler.Then;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The state of all items: a few bytes each, so that a million of them fit (spec 03 §16).
///
/// Only the fold of the journal changes it.
public final class ItemTable {
    private final ItemState[] states;
    private final AttemptCounts attempts;
    private final BitSet pending;
    private final DeadLetters letters = new DeadLetters();
    private final BitSet conflicts = new BitSet();
    private final BitSet unscheduled = new BitSet();
    private final Map<ItemState, Integer> counts = new EnumMap<>(ItemState.class);
    private final Trails trails = new Trails();
    private final Map<Integer, String> givenUp = new HashMap<>();
    private final Agenda agenda = new Agenda();
    private final Map<Integer, Handling> handlings = new HashMap<>();
    private final FailedItems failedItems = new FailedItems();

    /// What an item waits for beside its next attempt's time.
    ///
    /// @param reason such as `circuit_open` or `quota`
    /// @param since on the run clock
    public record Hold(String reason, Duration since) {}

    /// A table of items that are all pending.
    public ItemTable(int total) {
        states = new ItemState[total];
        Arrays.fill(states, ItemState.PENDING);
        attempts = new AttemptCounts(total);
        pending = new BitSet(total);
        pending.set(0, total);
        counts.put(ItemState.PENDING, total);
    }

    /// @return how many items there are
    public int total() {
        return states.length;
    }

    /// @return where an item is
    public ItemState state(int item) {
        return states[item];
    }

    /// @return items in that state
    public int count(ItemState state) {
        return counts.getOrDefault(state, 0);
    }

    /// @return the four figures of results
    public Counts counts() {
        return new Counts(total(), count(ItemState.SUCCESSFUL), count(ItemState.FAILED), count(ItemState.SKIPPED));
    }

    /// @param place the one it takes now
    /// @return the parallel place of the item's first attempt, by which it is known for good (spec 03 §5)
    public int firstPlace(int item, int place) {
        return attempts.firstPlace(item, place);
    }

    /// @return number of the last attempt that was started, 0 before the first
    public int attempts(int item) {
        return attempts.started(item);
    }

    /// @return attempts that failed, interrupted ones not counted
    public int failedAttempts(int item) {
        return attempts.failed(item);
    }

    /// @return failed attempts since the item's allowance was last full
    public int allowanceUsed(int item) {
        return attempts.allowanceUsed(item);
    }

    /// @param usual the policy's
    /// @return attempts that the item may fail before it fails for good
    public int allowance(int item, int usual) {
        return attempts.allowance(item, usual);
    }

    /// @return whether there is such an item
    public boolean has(int item) {
        return item >= 0 && item < states.length;
    }

    /// @return whether a person could give the item up: it is there, not successful, and not skipped
    ///     already
    public boolean mayBeGivenUp(int item) {
        return has(item) && states[item] != ItemState.SUCCESSFUL && states[item] != ItemState.SKIPPED;
    }

    /// @return the person who gave an item up of which an attempt is not known to have ended, or null
    public @Nullable String givenUpBy(int item) {
        return givenUp.get(item);
    }

    /// @return items that a person gave up and that are not skipped yet, ascending
    public int[] givenUp() {
        return givenUp.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /// @return attempts that crashes of the program cut off
    public int crashes(int item) {
        return attempts.crashes(item);
    }

    /// @return what is remembered of an item under way, or null before its first attempt and after its
    ///     end
    public @Nullable Trail trail(int item) {
        return trails.of(item);
    }

    /// @return what the finally failed items failed with
    public FailedItems failedItems() {
        return failedItems;
    }

    /// @return the figures of all items that have ended (spec 02 §9.1)
    public ErrorMetrics metrics() {
        return ErrorMetrics.of(count(ItemState.SUCCESSFUL), finalFailures());
    }

    /// @return the items that have failed for good and with what, in their order; gone through anew each time
    public Iterable<FinalFailure> finalFailures() {
        return failedItems.failures(this);
    }

    /// @return the custom handler's part in the item's way, or null where there is none now
    public @Nullable Handling handling(int item) {
        return handlings.get(item);
    }

    /// @return items that a handler has to do with, ascending
    public int[] handled() {
        return handlings.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /// @return the items' dead letters
    public DeadLetters letters() {
        return letters;
    }

    /// @return the first pending item at or after an index, or -1
    public int nextPending(int from) {
        return pending.nextSetBit(from);
    }

    /// @param taken items that are being started already
    /// @return the waiting item whose time came first, if it has come; else -1
    public int nextDue(Instant now, IntPredicate taken) {
        return agenda.firstBy(now, taken);
    }

    /// @return when the next waiting item is due that is not due yet, or null when there is none
    public @Nullable Instant nextDueAfter(Instant now) {
        return agenda.after(now);
    }

    /// @param now on the run clock
    /// @return from when on the item's time limit counts, on the run clock: its first start, and later by the
    ///     time it was parked; null before its first attempt
    public @Nullable Duration limitFrom(int item, Duration now) {
        return trails.limitFrom(item, now);
    }

    /// @return the item under way of whose time nobody was warned that began first, or -1
    public int firstUnwarned() {
        return trails.firstUnwarned();
    }

    void warned(int item) {
        trails.warned(item);
    }

    /// @return items that were begun and could go on at such a moment, ascending
    public IntStream ready(Instant now) {
        return trails.items().filter(item -> switch (state(item)) {
            case PENDING -> true;
            case WAITING -> agenda.hasCome(item, now);
            case RUNNING, SUCCESSFUL, FAILED, SKIPPED -> false;
        });
    }

    /// @return how many items under way cannot be merged as they are
    public int conflictCount() {
        return conflicts.cardinality();
    }

    void conflict(int item, boolean there) {
        conflicts.set(item, there);
    }

    /// @return what the item waits for, or null
    public @Nullable Hold hold(int item) {
        return trails.hold(item);
    }

    /// @return item → what it waits for
    public Map<Integer, Hold> holds() {
        return trails.holds();
    }

    void held(int item, Hold hold) {
        trails.hold(item, hold);
    }

    /// A step of the item's attempt goes on after having waited.
    void goesOn(int item, Duration waited) {
        trails.letGo(item);
        trails.change(item, trail -> trail.parked(waited));
    }

    void started(int item, int attempt, int place, Duration at) {
        attempts.start(item, attempt, place);
        trails.begun(item, at);
        move(item, ItemState.RUNNING);
    }

    /// An item's end without an attempt named it: its first attempt, if one is made later, keeps that.
    void known(int item, int firstPlace) {
        attempts.known(item, firstPlace);
    }

    /// A person does not want the item any more; it is skipped as soon as nothing works on it.
    public void givenUp(int item, String actor) {
        if (mayBeGivenUp(item)) {
            givenUp.put(item, actor);
        }
    }

    void handlerStarted(int item, Handling handling) {
        handlings.put(item, handling);
        move(item, ItemState.RUNNING);
    }

    void handlerEnded(int item, Handling handling) {
        if (state(item).isFinal()) {
            handlings.remove(item);
            return;
        }
        handlings.put(item, handling);
        if (handling.end() instanceof Handling.End.Good(var then) && then == Then.RETRY) {
            trails.change(item, Trail::afterHandler);
        }
    }

    void succeeded(int item) {
        trails.forget(item);
        failedItems.succeeded();
        givenUp.remove(item);
        move(item, ItemState.SUCCESSFUL);
    }

    /// An attempt failed; whether the item has, a later event tells.
    ///
    /// @param executions of the item so far, interrupted ones not counted
    /// @param ms spent in all attempts so far
    /// @param waitMs spent in all waits so far
    void attemptFailed(int item, Duration at, int executions, long ms, long waitMs, boolean conflict) {
        trails.letGo(item);
        handlings.remove(item);
        if (state(item) != ItemState.RUNNING) {
            return; // its breaker did not admit it: nothing was executed
        }
        attempts.fail(item, executions);
        trails.failed(item, trail -> trail.failed(at, ms, waitMs, conflict));
        move(item, ItemState.PENDING);
    }

    /// The next attempt is due later.
    ///
    /// @param free whether the attempt that failed does not count against the allowance
    void waits(int item, Instant until, Duration wait, boolean free) {
        if (free) {
            attempts.forgive(item);
        }
        trails.change(item, trail -> trail.waiting(wait));
        move(item, ItemState.WAITING);
        agenda.put(item, until);
    }

    void interrupted(int item, Duration at, boolean byCrash) {
        trails.released(item, at);
        if (byCrash) {
            attempts.crash(item);
        }
        if (state(item) == ItemState.RUNNING) {
            move(item, ItemState.PENDING);
        }
    }

    void failed(int item) {
        trails.forget(item);
        letters.failed(item);
        move(item, ItemState.FAILED);
    }

    void failedLast(int item, long seq) {
        trails.change(item, trail -> trail.failedAt(seq));
        unscheduled.set(item, !state(item).isFinal());
    }

    /// @return whether the item's last attempt failed, and the journal does not tell when the next is due
    public boolean isUnscheduled(int item) {
        return unscheduled.get(item);
    }

    void skipped(int item) {
        trails.forget(item);
        letters.decided(item);
        givenUp.remove(item);
        move(item, ItemState.SKIPPED);
    }

    /// Pending again, with its whole allowance.
    ///
    /// @param allowance how many attempts those are, or null for the policy's
    void requeued(int item, @Nullable Integer allowance) {
        letters.decided(item);
        givenUp.remove(item);
        attempts.renew(item, allowance);
        handlings.remove(item);
        trails.forget(item);
        move(item, ItemState.PENDING);
    }

    /// Failed again without a new attempt: a redrive that did not get to it left it as it was.
    void restored(int item) {
        if (!state(item).isFinal()) {
            handlings.remove(item);
            move(item, ItemState.FAILED);
        }
    }

    /// The process ends, or has died: what held items is over for it.
    void released(Duration at) {
        trails.releaseAll(at);
    }

    /// A process takes the run up: nobody waits longer than the wait was, whatever the clock did
    /// meanwhile.
    void resumed(Instant now) {
        agenda.replaceAll((item, at) -> {
            var trail = trails.of(item);
            var wait = trail == null ? Duration.ZERO : trail.lastWait();
            return now.plus(RemainingWait.of(wait, at, now));
        });
    }

    /// @return items in such a state
    public BitSet in(Predicate<ItemState> states) {
        var found = new BitSet(total());
        for (int item = 0; item < total(); item++) {
            if (states.test(state(item))) {
                found.set(item);
            }
        }
        return found;
    }

    private void move(int item, ItemState to) {
        var from = state(item);
        if (to.isFinal()) {
            trails.letGo(item);
        }
        if (from == ItemState.WAITING) {
            agenda.remove(item);
        }
        counts.merge(from, -1, Integer::sum);
        counts.merge(to, 1, Integer::sum);
        states[item] = to;
        conflicts.clear(item);
        unscheduled.clear(item);
        pending.set(item, to == ItemState.PENDING);
    }
}
