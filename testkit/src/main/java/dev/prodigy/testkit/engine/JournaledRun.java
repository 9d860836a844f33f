package dev.prodigy.testkit.engine;

import dev.prodigy.engine.decide.Machine;
import dev.prodigy.engine.decide.RunDecider;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;

/// The real decisions of a run over a journal that is a list. When it dies, what was durable then is all that
/// the next process has.
public final class JournaledRun {
    private static final Value.Fields NONE = new Value.Fields(Map.of());

    private final String id;
    private final Plan plan;
    private final DoubleSupplier random;
    private final List<Recorded> journal;
    private final Machine machine;
    private Predicate<Recorded> counted = _ -> true;
    private long left = Long.MAX_VALUE;
    private boolean dead;
    private long place;

    /// @param journal what earlier processes made durable
    public JournaledRun(String id, Plan plan, List<Recorded> journal, DoubleSupplier random) {
        this.id = id;
        this.plan = plan;
        this.random = random;
        this.journal = new ArrayList<>(journal);
        this.machine = machine();
    }

    private Machine machine() {
        var state = new RunState();
        journal.forEach(event -> Fold.apply(state, event));
        return new Machine(id, new RunDecider(plan), state, random);
    }

    /// Lets the process die as soon as so many events are durable.
    public void dyingAfter(int events) {
        dyingAfter(events, _ -> true);
    }

    /// Lets the process die as soon as so many of these events are durable, those of earlier processes
    /// included.
    public void dyingAfter(int events, Predicate<Recorded> those) {
        counted = those;
        left = events - journal.stream().filter(those).count();
    }

    /// Lets it die now.
    public void die() {
        dead = true;
    }

    /// @return whether the process has died
    public boolean isDead() {
        return dead;
    }

    /// Takes a signal in.
    ///
    /// @return what is to be done now that its events are durable; nothing of a process that is dead
    public List<Effect> take(Signal signal, Moment now) {
        if (dead) {
            return List.of();
        }
        var turn = machine.take(signal, now);
        place = turn.place();
        for (var event : turn.events()) {
            if (counted.test(event) && left-- <= 0) {
                dead = true;
                return List.of();
            }
            journal.add(event);
        }
        return turn.effects();
    }

    /// @return what a signal would lead to in a process that begins with what is durable now
    public Machine.Turn trial(Signal signal, Moment now) {
        return machine().take(signal, now);
    }

    /// @return where the journal has what the last signal led to, 0 where the run did not want it
    public long place() {
        return place;
    }

    /// @return the durable events, oldest first
    public List<Recorded> journal() {
        return List.copyOf(journal);
    }

    /// @return the state; only signals change it
    public RunState state() {
        return machine.state();
    }

    /// @return the beginning of a new run
    public static Signal.Begin begin(String mode) {
        return new Signal.Begin(new RunEvent.Started(
                "test", null, "hash", mode, "test", 1, "host", null, "/work", null, null, null, null, NONE, NONE, NONE,
                null));
    }

    /// @return the event of a process that takes the run up
    public RunEvent.Resumed resumed(String reason, Value.Fields overrides) {
        var before = state().terminal();
        return new RunEvent.Resumed(
                reason, before == null ? "running" : before.type(), overrides, List.of(), 1, "host");
    }
}
