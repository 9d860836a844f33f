package dev.prodigy.testkit.world;

import dev.prodigy.engine.decide.Machine;
import dev.prodigy.engine.decide.RunDecider;
import dev.prodigy.engine.entrance.Answer;
import dev.prodigy.engine.entrance.StepRequest;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Entrance;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.PhaseSteps.When;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What stands before the steps of a virtual world: the real decisions of a run in which one list of steps
/// never ends. Waiting moves the clock at once.
final class VirtualEntrance {
    private static final String RUN = "workflow-test";
    private static final Value.Fields NONE = new Value.Fields(Map.of());

    private final RunPolicy policy;
    private final Machine machine;
    private final List<Recorded> durable;
    private Duration parked = Duration.ZERO;
    private @Nullable Instant wake;
    private long numbers;

    VirtualEntrance(RunPolicy policy) {
        this(policy, List.of());
    }

    private VirtualEntrance(RunPolicy policy, List<Recorded> events) {
        this.policy = policy;
        this.durable = new ArrayList<>(events);
        var state = new RunState();
        events.forEach(event -> Fold.apply(state, event));
        var plan = new Plan(
                List.of(new Stage.Steps("setup")),
                null,
                new Plan.Conditions(When.ENDED, When.ENDED),
                new Plan.Passing(true, false),
                null,
                false,
                policy);
        this.machine = new Machine(RUN, new RunDecider(plan), state, () -> 0.5);
    }

    /// @return the entrance of the next process
    VirtualEntrance afterwards(Moment now) {
        var next = new VirtualEntrance(policy, durable);
        var resumed = new RunEvent.Resumed("resume", "running", NONE, List.of(), 1, "host");
        next.durable.addAll(next.take(new Signal.Resume(resumed, Map.of(), null, false), now)
                .events());
        return next;
    }

    RunState state() {
        return machine.state();
    }

    Duration parked() {
        return parked;
    }

    Entrance.Entry enter(StepRequest request, VirtualWorld world) throws Cut {
        if (machine.state().started() == null) {
            durable.addAll(take(new Signal.Begin(started()), world.now()).events());
        }
        long number = ++numbers;
        return switch (ask(new Signal.StepAsked(number, request), world)) {
            case Answer.Admitted _ -> new Inside(number, world);
            case Answer.Refused(var key, var until) -> new Entrance.Entry.Refused(key, until);
            case Answer.Halted _ -> throw new Cut();
            case Answer.Noted _, Answer.RetryGranted _, Answer.RetryDenied _ -> throw new IllegalStateException();
        };
    }

    boolean retry(Context context, StepEvent.RetryScheduled event, VirtualWorld world) throws Cut {
        return ask(new Signal.RetryAsked(++numbers, context, event), world) instanceof Answer.RetryGranted;
    }

    private Answer ask(Signal signal, VirtualWorld world) throws Cut {
        var begun = world.now().elapsed();
        var answer = tell(signal, world);
        while (answer == null) {
            if (wake == null) {
                throw new IllegalStateException("nobody will ever answer " + signal);
            }
            var until = wake;
            wake = null;
            world.pause(Duration.between(world.now().now(), until));
            answer = tell(new Signal.TimeCame(), world);
        }
        parked = parked.plus(world.now().elapsed()).minus(begun);
        return answer;
    }

    private @Nullable Answer tell(Signal signal, VirtualWorld world) throws Cut {
        var turn = take(signal, world.now());
        for (var event : turn.events()) {
            world.record(event.context(), event.event());
            durable.add(event);
        }
        Answer answer = null;
        for (var effect : turn.effects()) {
            if (effect instanceof Effect.AnswerStep(var _, var its)) {
                answer = its;
            }
        }
        return answer;
    }

    private Machine.Turn take(Signal signal, Moment now) {
        var turn = machine.take(signal, now, null);
        for (var effect : turn.effects()) {
            if (effect instanceof Effect.WakeAt(var moment)) {
                wake = moment;
            }
        }
        return turn;
    }

    /// An admitted attempt.
    private final class Inside implements Entrance.Entry.Admitted {
        private final long number;
        private final VirtualWorld world;

        Inside(long number, VirtualWorld world) {
            this.number = number;
            this.world = world;
        }

        @Override
        public Entrance.Leave leave(@Nullable ErrorRecord error) throws Cut {
            return switch (ask(new Signal.StepLeft(number, error), world)) {
                case Answer.Admitted _ -> new Entrance.Leave.Again();
                case Answer.Refused(var key, var until) ->
                    new Entrance.Leave.Counted(new Entrance.Entry.Refused(key, until), false);
                case Answer.Noted(var refusal, boolean spent) ->
                    new Entrance.Leave.Counted(
                            refusal == null ? null : new Entrance.Entry.Refused(refusal.key(), refusal.until()), spent);
                case Answer.Halted _ -> throw new Cut();
                case Answer.RetryGranted _, Answer.RetryDenied _ -> throw new IllegalStateException();
            };
        }

        @Override
        public void abandon() {
            take(new Signal.StepCut(number), world.now());
        }
    }

    private static RunEvent.Started started() {
        return new RunEvent.Started(
                "test",
                null,
                "hash",
                "standard",
                "test",
                1,
                "host",
                null,
                "/work",
                null,
                null,
                null,
                null,
                NONE,
                NONE,
                NONE,
                null);
    }
}
