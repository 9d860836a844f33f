package dev.prodigy.engine.step;

import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.model.event.Context;
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
record Site(
        Context context,
        StepLedger history,
        List<Integer> round,
        String role,
        @Nullable Occasion occasion) {

    /// @return where the steps of a phase, pass or item stand
    static Site of(Context context, StepLedger history) {
        return new Site(context, history, List.of(), "main", null);
    }

    /// @return the same, for a list that reacts to a step: it always begins at its first step
    Site reacting(String newRole, @Nullable Occasion to) {
        return new Site(context, new StepLedger(), round, newRole, to);
    }

    /// @return the same, for the lists inside a step's execution
    Site within(StepLedger ofExecution) {
        return new Site(context, ofExecution, round, role, null);
    }

    /// @return the same, with nothing to react to
    Site withoutOccasion() {
        return occasion == null ? this : new Site(context, history, round, role, null);
    }

    /// @return one round of a loop
    Site round(int index) {
        var rounds = new ArrayList<>(round);
        rounds.add(index);
        return new Site(context, history, List.copyOf(rounds), role, null);
    }
}
