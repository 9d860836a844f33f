package dev.prodigy.engine.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every sequence of signals up to a length. Worlds that differ in nothing but the number of the epoch and
/// the time of day have the same future, so each is followed once per remaining length.
class BreakerModelTest {
    private static final int LENGTH = 12;
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration STEP = Duration.ofSeconds(1);

    private enum Signal {
        ADMIT,
        OK,
        FAIL,
        FAIL_WITH_RESET,
        NEUTRAL,
        LATE_OK,
        LATE_FAIL,
        TICK,
        CRASH
    }

    /// A breaker, the requests in flight, and what an onlooker with a notebook would know.
    ///
    /// @param inFlight epochs of the admitted requests
    /// @param failures in a row in this closed state, by the notebook
    /// @param successes in this half-open state, by the notebook
    private record World(BreakerState breaker, List<Long> inFlight, Instant now, int failures, int successes) {
        /// The same for worlds with the same future.
        List<Object> likeness() {
            var ages = inFlight.stream()
                    .map(epoch -> breaker.epoch() - epoch > 0 ? 1 : 0)
                    .sorted()
                    .toList();
            Object rest = switch (breaker) {
                case ClosedBreaker closed -> closed.failures();
                case HalfOpenBreaker half -> List.of(half.permits(), half.successes());
                case OpenBreaker open -> Duration.between(now, open.until());
            };
            return List.of(breaker.getClass(), rest, ages, failures, successes);
        }
    }

    private final Set<BreakerRule> visited = EnumSet.noneOf(BreakerRule.class);
    private final Set<List<Object>> followed = new HashSet<>();
    private BreakerPolicy policy = policy(1, 1, 1);

    private static BreakerPolicy policy(int failures, int successes, int probes) {
        return new BreakerPolicy(failures, successes, TIMEOUT, probes, OnOpen.WAIT, null, null);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "2, 1, 1", "1, 2, 1", "2, 2, 1", "2, 2, 2", "3, 1, 2", "1, 3, 2", "2, 3, 3"})
    void noSequenceBreaksAPromise(int failures, int successes, int probes) {
        policy = policy(failures, successes, probes);
        follow(new World(BreakerState.initial(), List.of(), START, 0, 0), LENGTH);
        assertThat(followed).hasSizeGreaterThan(200);
    }

    @Test
    void everyRowOfTheTableIsVisited() {
        policy = policy(2, 2, 2);
        follow(new World(BreakerState.initial(), List.of(), START, 0, 0), LENGTH);
        assertThat(visited).containsExactlyInAnyOrder(BreakerRule.values());
    }

    private void follow(World world, int length) {
        check(world);
        if (length == 0 || !followed.add(List.of(world.likeness(), length))) {
            return;
        }
        for (var signal : Signal.values()) {
            var next = step(world, signal);
            if (next != null) {
                follow(next, length - 1);
            }
        }
    }

    /// @return the world after the signal, or null when the signal cannot come now
    private @Nullable World step(World world, Signal signal) {
        return switch (signal) {
            case ADMIT -> admit(world);
            case OK -> report(world, false, new RequestOutcome.Success());
            case FAIL -> report(world, false, new RequestOutcome.Failure(null));
            case FAIL_WITH_RESET ->
                report(
                        world,
                        false,
                        new RequestOutcome.Failure(world.now().plus(TIMEOUT).plus(STEP)));
            case NEUTRAL -> report(world, false, new RequestOutcome.Neutral());
            case LATE_OK -> report(world, true, new RequestOutcome.Success());
            case LATE_FAIL -> report(world, true, new RequestOutcome.Failure(null));
            case TICK -> tick(world);
            case CRASH -> crash(world);
        };
    }

    private World admit(World world) {
        var before = world.breaker();
        var admission = before.admit(policy, world.now());
        var state = admission.state();
        admission.changes().forEach(this::see);
        return switch (admission) {
            case Admission.Refused _ -> {
                assertThat(before).isNotInstanceOf(ClosedBreaker.class);
                yield new World(state, world.inFlight(), world.now(), world.failures(), world.successes());
            }
            case Admission.Admitted(var permit, var _, var _) -> {
                if (before instanceof OpenBreaker open) {
                    assertThat(world.now()).isAfterOrEqualTo(open.until());
                }
                assertThat(permit.epoch()).isEqualTo(state.epoch());
                var inFlight = new ArrayList<>(world.inFlight());
                inFlight.add(permit.epoch());
                yield new World(state, inFlight, world.now(), world.failures(), world.successes());
            }
        };
    }

    private @Nullable World report(World world, boolean late, RequestOutcome outcome) {
        var epoch = world.inFlight().stream()
                .filter(each -> (each < world.breaker().epoch()) == late)
                .findFirst();
        if (epoch.isEmpty()) {
            return null;
        }
        var before = world.breaker();
        var change = before.report(new Permit(epoch.get()), outcome, policy, world.now());
        see(change);
        var inFlight = new ArrayList<>(world.inFlight());
        inFlight.remove(epoch.get());
        if (late) {
            assertThat(change.state()).isEqualTo(before);
        }
        if (change.state().epoch() != before.epoch()) {
            return new World(change.state(), inFlight, world.now(), 0, 0);
        }
        var failures = world.failures();
        var successes = world.successes();
        if (!late) {
            failures = outcome instanceof RequestOutcome.Success
                    ? 0
                    : outcome instanceof RequestOutcome.Failure ? failures + 1 : failures;
            successes += outcome instanceof RequestOutcome.Success ? 1 : 0;
        }
        return new World(change.state(), inFlight, world.now(), failures, successes);
    }

    private static World tick(World world) {
        var now = world.now().plus(STEP);
        return new World(world.breaker(), world.inFlight(), now, world.failures(), world.successes());
    }

    /// What was in flight is lost, but one of them may have ended after all and be found.
    private World crash(World world) {
        var change = world.breaker().restore(world.now());
        see(change);
        var saved = world.breaker();
        switch (change.state()) {
            case ClosedBreaker closed -> assertThat(closed).isEqualTo(saved);
            case HalfOpenBreaker half -> {
                assertThat(half.permits()).isEqualTo(policy.halfOpenRequests());
                assertThat(half.successes()).isEqualTo(((HalfOpenBreaker) saved).successes());
            }
            case OpenBreaker open -> {
                var until = ((OpenBreaker) saved).until();
                assertThat(open.until()).isEqualTo(until.isAfter(world.now()) ? until : world.now());
            }
        }
        var found = world.inFlight().stream().limit(1).toList();
        return new World(change.state(), found, world.now(), world.failures(), world.successes());
    }

    private void see(Change change) {
        visited.add(change.rule());
        var state = switch (change.state()) {
            case ClosedBreaker _ -> "closed";
            case OpenBreaker _ -> "open";
            case HalfOpenBreaker _ -> "half_open";
        };
        assertThat(change.rule().to()).isEqualTo(state);
        var event = switch (change.event()) {
            case null -> null;
            case BreakerEvent.Opened _ -> "circuit_opened";
            case BreakerEvent.HalfOpened _ -> "circuit_half_opened";
            case BreakerEvent.Closed _ -> "circuit_closed";
        };
        assertThat(change.rule().event()).isEqualTo(event);
    }

    private void check(World world) {
        var own = world.inFlight().stream()
                .filter(epoch -> epoch == world.breaker().epoch())
                .count();
        switch (world.breaker()) {
            case ClosedBreaker closed -> {
                assertThat(closed.failures()).isEqualTo(world.failures()).isLessThan(policy.failureThreshold());
            }
            case OpenBreaker open -> {
                assertThat(own).isZero();
                assertThat(Duration.between(world.now(), open.until())).isLessThanOrEqualTo(open.length());
            }
            case HalfOpenBreaker half -> {
                assertThat(own + half.permits()).isEqualTo(policy.halfOpenRequests());
                assertThat(half.successes()).isEqualTo(world.successes()).isLessThan(policy.successThreshold());
            }
        }
    }
}
