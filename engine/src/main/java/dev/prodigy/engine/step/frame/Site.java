package dev.prodigy.engine.step.frame;

import dev.prodigy.engine.ledger.StepKey;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.step.result.Occasion;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where in the run a list of steps stands, and what it is there for.
///
/// @param context phase, pass, item; the step itself is not in it
/// @param history what is durable of earlier starts of this run
/// @param round foreach indices, outermost first
/// @param role `main`, `on_failure`, `validate` …, for the journal
/// @param occasion what the list reacts to, to be journaled with its first step; null for none
/// @param isFinal whether what ended in the list ended for good, be it a failure: where it reacts to a step, and in a
///     round of a loop that goes on
/// @param lostFrom number of the event with which the first step ended that has to run again, since what it left for
///     its step to commit is gone; {@link Long#MAX_VALUE} for none
public record Site(
        Context context,
        StepLedger history,
        List<Integer> round,
        String role,
        @Nullable Occasion occasion,
        boolean isFinal,
        long lostFrom) {

    /// @return where the steps of a phase, pass or item stand
    static Site of(Context context, StepLedger history) {
        return new Site(context, history, List.of(), "main", null, false, Long.MAX_VALUE);
    }

    /// @return the same, for a list that reacts to a step: it goes on where an earlier process left the same
    ///     reaction, and begins at its first step where there was none
    public Site reacting(String newRole, Step step, @Nullable Occasion to) {
        return new Site(context, sinceTheFirst(step, to), round, newRole, to, true, lostFrom);
    }

    private StepLedger sinceTheFirst(Step step, @Nullable Occasion to) {
        var key = StepKey.of(context.inStep(step.path(), step.id(), round));
        return key == null || to == null
                ? new StepLedger()
                : (to.stage().isInside() ? sinceTheLastRetry(history.open(key)) : history.open(key))
                        .stream()
                                .filter(note -> note.event() instanceof StepEvent.Started started
                                        && started.after() != null
                                        && Occasion.read(started.after()).isThatOf(to))
                                .findFirst()
                                .map(first -> history.since(first.seq()))
                                .orElseGet(StepLedger::new);
    }

    /// What was part of the attempts before was another list, of the same name.
    private static List<Recorded> sinceTheLastRetry(List<Recorded> notes) {
        int from = 0;
        for (int i = 0; i < notes.size(); i++) {
            from = notes.get(i).event() instanceof StepEvent.RetryScheduled ? i + 1 : from;
        }
        return notes.subList(from, notes.size());
    }

    /// @return the same, for the lists inside a step's execution
    Site within(StepLedger ofExecution) {
        return new Site(context, ofExecution, round, role, null, false, lostFrom);
    }

    /// @return the same, with nothing to react to
    public Site withoutOccasion() {
        return occasion == null ? this : new Site(context, history, round, role, null, isFinal, lostFrom);
    }

    /// @return the same, for what belongs to a step of whose work something is lost
    public Site losing(long from) {
        return new Site(context, history, round, role, occasion, isFinal, Math.min(lostFrom, from));
    }

    /// @return whether a step that ended runs again, since what it left is lost, or what was done before it
    public boolean isLost(StepLedger.Ended before) {
        return isLost(before.seq());
    }

    /// @return whether another run takes the place of one that a step started, for the same reasons
    public boolean isLost(StepLedger.Child before) {
        return isLost(before.seq());
    }

    private boolean isLost(long seq) {
        return seq >= lostFrom && history.isBeforeWorktree(seq);
    }

    /// @param isFinal whether a round that failed in an earlier process stays so: that of a loop that goes on
    /// @return one round of a loop
    public Site round(int index, boolean isFinal) {
        var rounds = new ArrayList<>(round);
        rounds.add(index);
        return new Site(context, history, List.copyOf(rounds), role, null, isFinal, lostFrom);
    }
}
