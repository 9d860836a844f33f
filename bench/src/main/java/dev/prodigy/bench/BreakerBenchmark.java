package dev.prodigy.bench;

import dev.prodigy.engine.breaker.Admission;
import dev.prodigy.engine.breaker.BreakerState;
import dev.prodigy.engine.breaker.Outcome;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// One request through a closed circuit breaker: admitted, then reported good.
final class BreakerBenchmark implements Benchmark {
    private static final BreakerPolicy POLICY =
            new BreakerPolicy(5, 3, Duration.ofSeconds(30), 3, OnOpen.WAIT, null, null);
    private static final Instant NOW = Instant.EPOCH;

    @Override
    public List<Figure> measure(Path scratch) {
        var closed = BreakerState.initial();
        return List.of(Figure.of("breaker: admit a request, take its result", Loop.nanos(() -> request(closed)), "ns"));
    }

    private static BreakerState request(BreakerState state) {
        return switch (state.admit(POLICY, NOW)) {
            case Admission.Admitted admitted ->
                admitted.state()
                        .report(admitted.permit(), new Outcome.Success(), POLICY, NOW)
                        .state();
            case Admission.Refused refused -> refused.state();
        };
    }
}
