package dev.prodigy.testkit.world;

import dev.prodigy.engine.entrance.Answer;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Doorbell;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.PhaseSteps.When;
import dev.prodigy.testkit.engine.JournaledRun;
import dev.prodigy.testkit.time.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The run of a virtual world: real decisions, about a run in which one list of steps never ends. Whoever
/// waits for its answers moves the clock at once.
final class VirtualRun implements Doorbell {
    private static final String RUN = "workflow-test";

    private final Rules rules;
    private final VirtualClock clock;
    private final JournaledRun run;
    private Duration parked = Duration.ZERO;
    private @Nullable Instant wake;
    private long numbers;

    /// What holds for the run.
    ///
    /// @param timeout its own, or null
    record Rules(RunPolicy policy, @Nullable Duration timeout) {}

    private VirtualRun(Rules rules, VirtualClock clock, List<Recorded> journal) {
        this.rules = rules;
        this.clock = clock;
        var plan = new Plan(
                List.of(new Stage.Steps("setup")),
                null,
                new Plan.Conditions(When.ENDED, When.ENDED),
                new Plan.Passing(true, false),
                new Plan.Limits(rules.timeout(), null),
                false,
                rules.policy());
        this.run = new JournaledRun(RUN, plan, journal, () -> 0.5);
    }

    /// @return a run that begins now
    static VirtualRun begun(Rules rules, VirtualClock clock) {
        var run = new VirtualRun(rules, clock, List.of());
        run.take(JournaledRun.begin("standard"));
        return run;
    }

    /// @return the same run, taken up by the next process
    VirtualRun afterwards() {
        var next = new VirtualRun(rules, clock, run.journal());
        var resumed = next.run.resumed("resume", new Value.Fields(Map.of()));
        next.take(new Signal.Resume(resumed, Map.of(), null, false));
        return next;
    }

    /// Lets it die as soon as so many events of steps are durable.
    void dyingAfter(int events) {
        run.dyingAfter(events, VirtualRun::isOfSteps);
    }

    void die() {
        run.die();
    }

    boolean isDead() {
        return run.isDead();
    }

    RunState state() {
        return run.state();
    }

    /// @return what the journal says of steps
    List<Recorded> journal() {
        return run.journal().stream().filter(VirtualRun::isOfSteps).toList();
    }

    private static boolean isOfSteps(Recorded each) {
        return !(each.event() instanceof RunEvent
                || each.event() instanceof EndEvent
                || each.event() instanceof PhaseEvent);
    }

    Duration parked() {
        return parked;
    }

    /// @throws Cut when the run died of it
    void tell(Signal signal) throws Cut {
        take(signal);
        if (run.isDead()) {
            throw new Cut();
        }
    }

    @Override
    public long next() {
        return ++numbers;
    }

    @Override
    public Answer ask(long number, Signal signal) throws Cut {
        var begun = clock.now().elapsed();
        var answer = take(signal);
        while (answer == null) {
            if (run.isDead()) {
                throw new Cut();
            }
            if (wake == null) {
                throw new IllegalStateException("nobody will ever answer " + signal);
            }
            var wait = Duration.between(clock.now().now(), wake);
            wake = null;
            clock.advance(wait);
            answer = take(new Signal.TimeCame());
        }
        parked = parked.plus(clock.now().elapsed()).minus(begun);
        return answer;
    }

    @Override
    public void forget(long number) {
        take(new Signal.StepCut(number));
    }

    private @Nullable Answer take(Signal signal) {
        Answer answer = null;
        for (var effect : run.take(signal, clock.now())) {
            if (effect instanceof Effect.WakeAt(var moment)) {
                wake = moment;
            } else if (effect instanceof Effect.AnswerStep(var _, var its)) {
                answer = its;
            }
        }
        return answer;
    }
}
