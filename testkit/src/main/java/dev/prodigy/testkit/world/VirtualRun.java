package dev.prodigy.testkit.world;

import dev.prodigy.engine.admission.Answer;
import dev.prodigy.engine.run.CallersWord;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.world.AdmissionClient;
import dev.prodigy.engine.world.Cut;
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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The run of a virtual world: real decisions, about a run in which one list of steps never ends. Whoever
/// waits for its answers moves the clock at once.
final class VirtualRun implements AdmissionClient {
    private static final String RUN = "workflow-test";

    private final Rules rules;
    private final VirtualClock clock;
    private final JournaledRun run;
    private Duration parked = Duration.ZERO;
    private @Nullable Instant wake;
    private final PriorityQueue<Coming> coming = new PriorityQueue<>(Comparator.comparing(Coming::at));
    private boolean waitsEnded;
    private long numbers;

    /// A signal, and when it comes on the run clock.
    private record Coming(Duration at, Signal signal) {}

    /// What holds for the run.
    ///
    /// @param timeout its own, or null
    record Rules(RunPolicy policy, @Nullable Duration timeout) {}

    private VirtualRun(Rules rules, VirtualClock clock, List<Recorded> journal) {
        this.rules = rules;
        this.clock = clock;
        var plan = new Plan(
                false,
                List.of(new Stage.Steps("setup")),
                null,
                new Plan.Conditions(When.ENDED, When.ENDED),
                new Plan.Passing(true, false),
                new Plan.Limits(rules.timeout(), null, CallersWord.FREE),
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
        next.take(new Signal.Resume(resumed, Signal.Interrupted.NONE, Map.of(), null, false));
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

    /// @return what people were warned of
    List<RunEvent.WarningRaised> warnings() {
        return run.journal().stream()
                .map(Recorded::event)
                .filter(RunEvent.WarningRaised.class::isInstance)
                .map(RunEvent.WarningRaised.class::cast)
                .toList();
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
            answer = waitForAnswer(signal);
        }
        parked = parked.plus(clock.now().elapsed()).minus(begun);
        return answer;
    }

    private @Nullable Answer waitForAnswer(Signal signal) {
        var sent = coming.peek();
        var woken = wake == null
                ? null
                : clock.now().elapsed().plus(Duration.between(clock.now().now(), wake));
        if (sent != null && (woken == null || sent.at().compareTo(woken) <= 0)) {
            coming.remove();
            goTo(sent.at());
            return take(sent.signal());
        }
        if (woken == null) {
            throw new IllegalStateException("nobody will ever answer " + signal);
        }
        wake = null;
        goTo(woken);
        return take(new Signal.TimeCame());
    }

    /// Lets a signal come later on.
    void sending(Duration at, Signal signal) {
        coming.add(new Coming(at, signal));
    }

    /// Lets time go by while something works; signals come meanwhile.
    void work(Duration duration) {
        var end = clock.now().elapsed().plus(duration);
        while (comesBefore(end)) {
            comes();
        }
        goTo(end);
    }

    /// Waits between two attempts.
    ///
    /// @throws Cut when the wait is ended
    void pause(Duration duration) throws Cut {
        var end = clock.now().elapsed().plus(duration);
        while (!waitsEnded && comesBefore(end)) {
            comes();
        }
        if (waitsEnded && duration.isPositive()) {
            throw new Cut();
        }
        goTo(end);
    }

    private boolean comesBefore(Duration end) {
        var next = coming.peek();
        return next != null && next.at().compareTo(end) <= 0;
    }

    private void comes() {
        var next = coming.remove();
        goTo(next.at());
        take(next.signal());
    }

    private void goTo(Duration elapsed) {
        var now = clock.now().elapsed();
        if (now.compareTo(elapsed) < 0) {
            clock.advance(elapsed.minus(now));
        }
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
            } else if (effect instanceof Effect.EndWaits) {
                waitsEnded = true;
            } else if (effect instanceof Effect.AnswerStep(var _, var its)) {
                answer = its;
            }
        }
        return answer;
    }
}
