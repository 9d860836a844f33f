package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/// A run's decisions, one signal after the other: decide, fold, and go on until nothing is missing.
///
/// What drives it (threads and a journal, or a test with a virtual clock) makes the returned events
/// durable in their order and only then carries out the effects.
public final class Machine {
    private final String runId;
    private final RunDecider decider;
    private final RunState state;
    private final DoubleSupplier random;
    private final Causes lineage = new Causes();

    /// @param state of a new run, or folded from its journal
    public Machine(String runId, RunDecider decider, RunState state, DoubleSupplier random) {
        this.runId = runId;
        this.decider = decider;
        this.state = state;
        this.random = random;
    }

    /// What a signal has led to.
    ///
    /// @param place `seq` of the first event that the signal itself led to; 0 where it led to none, whatever else
    ///     the run did in that moment
    /// @param events to be made durable, in order
    /// @param effects to be carried out after that, in order
    public record Turn(long place, List<Recorded> events, List<Effect> effects) {
        public Turn {
            events = List.copyOf(events);
            effects = List.copyOf(effects);
        }
    }

    /// @return the run's state; only this machine changes it
    public RunState state() {
        return state;
    }

    /// Takes in a signal.
    public Turn take(Signal signal, Moment moment) {
        lineage.begin();
        var events = new ArrayList<Recorded>();
        var effects = new ArrayList<Effect>();
        var decision = decider.decide(state, signal, moment, random);
        long place = decision.events().isEmpty() ? 0 : state.seq() + 1;
        while (true) {
            for (var entry : decision.events()) {
                boolean last = RunDecider.isTerminal(entry.event());
                if (last && Checkpoints.isMissing(state)) {
                    events.add(checkpoint(moment));
                }
                events.add(record(entry, moment));
                if (Checkpoints.isDueAfter(entry.event())) {
                    events.add(checkpoint(moment));
                    effects.add(new Effect.SaveCheckpoint());
                }
            }
            effects.addAll(decision.effects());
            decision = decider.advance(state, moment);
            if (decision.isEmpty()) {
                return new Turn(place, events, effects);
            }
        }
    }

    /// Takes in a command about a run that nobody works on: what follows from it is decided, nothing is
    /// started.
    ///
    /// @param begunWith the settings of its beginning, as far as they are known
    /// @return events to be made durable, in order
    public static List<Recorded> note(
            String runId, RunState state, Signal.Controlled command, Moment moment, Map<RunSetting, Value> begunWith) {
        var lineage = new Causes();
        var decision = new ControlDecider(new RunDeadline(Plan.Limits.NONE), new SettingsInForce(begunWith))
                .decide(state, command.event(), moment);
        return decision.events().stream()
                .map(entry -> record(runId, state, lineage, entry, moment))
                .toList();
    }

    private Recorded checkpoint(Moment moment) {
        return record(new Decision.Entry(Context.RUN, Checkpoints.next(state)), moment);
    }

    private Recorded record(Decision.Entry entry, Moment moment) {
        return record(runId, state, lineage, entry, moment);
    }

    private static Recorded record(String runId, RunState state, Causes lineage, Decision.Entry entry, Moment moment) {
        var recorded = new Recorded(
                state.seq() + 1,
                moment.now(),
                moment.elapsed(),
                runId,
                lineage.causeOf(state, entry.context(), entry.event()),
                entry.context(),
                entry.event());
        Fold.apply(state, recorded);
        lineage.recorded(state, recorded);
        return recorded;
    }
}
