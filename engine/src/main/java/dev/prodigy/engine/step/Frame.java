package dev.prodigy.engine.step;

import dev.prodigy.engine.ledger.StepKey;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.world.World;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.step.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What surrounds a step: where in the run it stands, what it can read, where it works, how long it may.
///
/// @param context phase, pass, item; the step itself is not in it
/// @param history what is durable of earlier starts of this run
/// @param round foreach indices, outermost first
/// @param role `main`, `on_failure`, `validate` …, for the journal
public record Frame(
        Context context,
        Variables variables,
        RunSettings settings,
        World world,
        Place place,
        Deadline deadline,
        StepLedger history,
        List<Integer> round,
        String role) {

    /// @return the same, for steps that play another role: handlers, validation, fallback
    public Frame as(String newRole) {
        return new Frame(context, variables, settings, world, place, deadline, history, round, newRole);
    }

    /// @return the same, with the nearer of two limits
    public Frame within(Deadline nearer) {
        return new Frame(context, variables, settings, world, place, deadline.nearest(nearer), history, round, role);
    }

    /// @return the same, where a step's own directory and environment hold
    public Frame at(Place inner) {
        return new Frame(context, variables, settings, world, inner, deadline, history, round, role);
    }

    /// @return the same, with other variables
    public Frame with(Variables others) {
        return new Frame(context, others, settings, world, place, deadline, history, round, role);
    }

    /// @return one round of a loop
    public Frame round(int index, Variables ofRound) {
        var rounds = new ArrayList<>(round);
        rounds.add(index);
        return new Frame(context, ofRound, settings, world, place, deadline, history, List.copyOf(rounds), role);
    }

    /// @return the context of the step's events
    public Context of(Step step) {
        return context.inStep(step.path(), step.id(), round);
    }

    /// @return the site of the step in the ledger, or null inside an item
    public @Nullable StepKey key(Step step) {
        return StepKey.of(of(step));
    }

    /// @return whether steps stand in an item's attempt, which is recovered as a whole
    public boolean isInItem() {
        return context.itemId() != null;
    }
}
