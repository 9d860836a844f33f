package dev.prodigy.engine.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.Matcher;
import dev.prodigy.model.policy.Matchers;
import dev.prodigy.model.policy.OnOpen;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BreakerTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final BreakerPolicy POLICY = policy(2, 2, 1);
    private static final RequestOutcome SUCCESS = new RequestOutcome.Success();
    private static final RequestOutcome FAILURE = new RequestOutcome.Failure(null);
    private static final RequestOutcome NEUTRAL = new RequestOutcome.Neutral();

    private static BreakerPolicy policy(int failures, int successes, int probes) {
        return new BreakerPolicy(failures, successes, TIMEOUT, probes, OnOpen.WAIT, null, null);
    }

    private static BreakerState after(BreakerState state, RequestOutcome outcome) {
        return state.report(new Permit(state.epoch()), outcome, POLICY, NOW).state();
    }

    @Test
    void aBreakerBeginsClosed() {
        assertThat(BreakerState.initial()).isEqualTo(new ClosedBreaker(0, 0));
    }

    @Test
    void aSuccessForgetsFailures() {
        assertThat(after(new ClosedBreaker(3, 1), SUCCESS)).isEqualTo(new ClosedBreaker(3, 0));
    }

    @Test
    void theThresholdOpens() {
        var change = new ClosedBreaker(3, 1).report(new Permit(3), FAILURE, POLICY, NOW);
        assertThat(change.state()).isEqualTo(new OpenBreaker(4, NOW.plus(TIMEOUT), TIMEOUT));
        assertThat(change.event()).isEqualTo(new BreakerEvent.Opened(2, NOW.plus(TIMEOUT)));
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "-5, 2", "10, 10"})
    void aResetTimeKeepsItOpenLonger(long reset, long open) {
        var failure = new RequestOutcome.Failure(NOW.plusSeconds(reset));
        var length = Duration.ofSeconds(open);
        assertThat(after(new ClosedBreaker(0, 1), failure)).isEqualTo(new OpenBreaker(1, NOW.plus(length), length));
        assertThat(after(new HalfOpenBreaker(2, 1, 0, 1), failure))
                .isEqualTo(new OpenBreaker(3, NOW.plus(length), length));
    }

    @Test
    void aLateResultIsIgnoredInEveryState() {
        for (var state : List.of(
                new ClosedBreaker(5, 1),
                new OpenBreaker(5, NOW.plus(TIMEOUT), TIMEOUT),
                new HalfOpenBreaker(5, 1, 0, 1))) {
            for (var outcome : List.of(SUCCESS, FAILURE, NEUTRAL)) {
                var change = state.report(new Permit(4), outcome, POLICY, NOW);
                assertThat(change.state()).isEqualTo(state);
                assertThat(change.rule().number()).isEqualTo(3);
            }
        }
    }

    @Test
    void aNeutralResultReturnsThePermit() {
        assertThat(after(new ClosedBreaker(1, 1), NEUTRAL)).isEqualTo(new ClosedBreaker(1, 1));
        assertThat(after(new HalfOpenBreaker(1, 1, 0, 1), NEUTRAL)).isEqualTo(new HalfOpenBreaker(1, 1, 1, 1));
    }

    @Test
    void anOpenBreakerRefusesUntilItsTimeIsOver() {
        var open = new OpenBreaker(1, NOW.plus(TIMEOUT), TIMEOUT);
        assertThat(open.admit(POLICY, NOW.plusMillis(1999)))
                .isInstanceOfSatisfying(
                        Admission.Refused.class,
                        refused -> assertThat(refused.until()).isEqualTo(NOW.plus(TIMEOUT)));
        var over = open.admit(POLICY, NOW.plus(TIMEOUT));
        assertThat(over).isInstanceOfSatisfying(Admission.Admitted.class, admitted -> {
            assertThat(admitted.permit()).isEqualTo(new Permit(2));
            assertThat(admitted.state()).isEqualTo(new HalfOpenBreaker(2, 1, 0, 0));
            assertThat(admitted.changes().getFirst().event()).isEqualTo(new BreakerEvent.HalfOpened(1));
        });
    }

    @Test
    void aHalfOpenBreakerHasOnlySoManyPermits() {
        var half = new HalfOpenBreaker(2, 1, 0, 0);
        assertThat(half.admit(POLICY, NOW))
                .isInstanceOfSatisfying(
                        Admission.Refused.class,
                        refused -> assertThat(refused.until()).isNull());
    }

    @Test
    void twoSingleProbesCloseIt() {
        var half = after(new HalfOpenBreaker(2, 1, 0, 0), SUCCESS);
        assertThat(half).isEqualTo(new HalfOpenBreaker(2, 1, 1, 1));
        var probing = half.admit(POLICY, NOW).state();
        var change = probing.report(new Permit(2), SUCCESS, POLICY, NOW);
        assertThat(change.state()).isEqualTo(new ClosedBreaker(3, 0));
        assertThat(change.event()).isEqualTo(new BreakerEvent.Closed(2));
    }

    @Test
    void oneFailedProbeOpensItAgainWithTheFullTimeout() {
        var change = new HalfOpenBreaker(2, 1, 1, 1).report(new Permit(2), FAILURE, POLICY, NOW);
        assertThat(change.state()).isEqualTo(new OpenBreaker(3, NOW.plus(TIMEOUT), TIMEOUT));
        assertThat(change.event()).isEqualTo(new BreakerEvent.Opened(1, NOW.plus(TIMEOUT)));
    }

    @ParameterizedTest
    @CsvSource({"0, 2000", "500, 1500", "2000, 0", "90000, 0", "-90000, 2000"})
    void aRestartWaitsWhatIsLeftWhateverTheClockDid(long laterMs, long leftMs) {
        var now = NOW.plusMillis(laterMs);
        assertThat(new OpenBreaker(1, NOW.plus(TIMEOUT), TIMEOUT).restore(now).state())
                .isEqualTo(new OpenBreaker(1, now.plusMillis(leftMs), TIMEOUT));
    }

    @Test
    void aRestartKeepsCountsAndReturnsPermits() {
        assertThat(new ClosedBreaker(1, 1).restore(NOW).state()).isEqualTo(new ClosedBreaker(1, 1));
        assertThat(new HalfOpenBreaker(2, 1, 0, 1).restore(NOW).state()).isEqualTo(new HalfOpenBreaker(3, 1, 1, 1));
    }

    @ParameterizedTest
    @EnumSource(KnownCode.class)
    void someFailuresAreNeutralByDefault(KnownCode code) {
        var outcome = TripsOn.of(ErrorRecord.of(code.row(), "x"), NOW, POLICY);
        var neutral = switch (code.row().category()) {
            case DEFINITION, CANCELLED, CIRCUIT_OPEN, QUOTA -> true;
            default -> false;
        };
        assertThat(outcome).isEqualTo(neutral ? NEUTRAL : FAILURE);
    }

    @Test
    void aListDecidesWhichFailuresCount() {
        var policy =
                new BreakerPolicy(2, 2, TIMEOUT, 1, OnOpen.WAIT, Matchers.of(new Matcher.Named("server_error")), null);
        assertThat(TripsOn.of(ErrorRecord.of(ErrorCode.ofStatus(503), "x"), NOW, policy))
                .isEqualTo(FAILURE);
        assertThat(TripsOn.of(ErrorRecord.of(ErrorCode.ofStatus(404), "x"), NOW, policy))
                .isEqualTo(NEUTRAL);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            5000, -,  5
            -,    7,  7
            5000, 7,  7
            -,    -,  -
            """)
    void theResetTimeIsWhatTheFailureNamed(@Nullable Long afterMs, @Nullable Long resetIn, @Nullable Long expected) {
        var reset = resetIn == null ? null : NOW.plusSeconds(resetIn);
        var error = ErrorRecord.of(ErrorCode.ofStatus(503), "x", Evidence.NONE.withRetryAfter(afterMs, reset));
        assertThat(TripsOn.of(error, NOW, POLICY))
                .isEqualTo(new RequestOutcome.Failure(expected == null ? null : NOW.plusSeconds(expected)));
    }

    @Test
    void theDiagramShowsEveryRow() {
        var diagram = BreakerRule.diagram();
        assertThat(diagram.lines()).hasSize(2 + BreakerRule.values().length);
        assertThat(diagram)
                .startsWith("stateDiagram-v2\n    [*] --> closed\n")
                .contains("    closed --> open: counting failure [threshold reached] / circuit_opened\n")
                .contains("    open --> half_open: time [over] / circuit_half_opened\n");
    }
}
