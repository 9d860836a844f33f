package dev.prodigy.bench;

import dev.prodigy.engine.admission.StepRequest;
import dev.prodigy.engine.breaker.Admission;
import dev.prodigy.engine.breaker.BreakerState;
import dev.prodigy.engine.breaker.Circuit;
import dev.prodigy.engine.breaker.RequestOutcome;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.model.workflow.PhaseSteps.When;
import dev.prodigy.testkit.engine.JournaledRun;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// One request through a circuit breaker, admitted and then told of: by the breaker alone, and as a step's
/// attempt about which the run decides, with everything else that stands before it.
final class BreakerBenchmark implements Benchmark {
    private static final double MOST = 1000;
    private static final BreakerPolicy POLICY =
            new BreakerPolicy(5, 3, Duration.ofSeconds(30), 3, OnOpen.WAIT, null, null);
    private static final Instant NOW = Instant.EPOCH;
    private static final RequestOutcome GOOD = new RequestOutcome.Success();
    private static final RequestOutcome BAD = new RequestOutcome.Failure(null);
    private static final StepRequest REQUEST = new StepRequest(
            Context.phase("setup").inStep("setup[0]", null, List.of()).inAttempt(1, 3),
            new Circuit(new Circuit.Name("step", "setup[0]"), POLICY),
            true);
    private static final Plan PLAN = new Plan(
            false,
            List.of(new Stage.Steps("setup")),
            null,
            new Plan.Conditions(When.ENDED, When.ENDED),
            new Plan.Passing(true, false),
            Plan.Limits.NONE,
            false,
            RunPolicy.DEFAULT);

    private BreakerState state = BreakerState.initial();
    private int requests;

    @Override
    public List<Figure> measure(Path scratch) {
        var run = new JournaledRun("bench", PLAN, List.of(), () -> 0.5);
        var now = new Moment(NOW, Duration.ZERO);
        run.take(JournaledRun.begin("standard"), now);
        return List.of(
                Figure.of("breaker: admit a request, take its result", Loop.nanos(this::request), "ns")
                        .atMost(MOST),
                Figure.of("run: let a step's attempt in, take its end", Loop.nanos(() -> attempt(run, now)), "ns")
                        .atMost(MOST)
                        .saying("two decisions"));
    }

    /// Every fourth one fails.
    private BreakerState request() {
        state = switch (state.admit(POLICY, NOW)) {
            case Admission.Admitted admitted ->
                admitted.state()
                        .report(admitted.permit(), (++requests & 3) == 0 ? BAD : GOOD, POLICY, NOW)
                        .state();
            case Admission.Refused refused -> refused.state();
        };
        return state;
    }

    private static List<Effect> attempt(JournaledRun run, Moment now) {
        var admitted = run.take(new Signal.StepAsked(1, REQUEST), now);
        return admitted.isEmpty() ? admitted : run.take(new Signal.StepLeft(1, null), now);
    }
}
