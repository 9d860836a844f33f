package dev.prodigy.model.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.internal.util.RandomDelay;
import dev.failsafe.spi.Scheduler;
import dev.prodigy.model.policy.Backoff;
import dev.prodigy.model.policy.BackoffBlock;
import dev.prodigy.model.policy.BackoffBlock.Strategy;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.Jitter;
import dev.prodigy.model.policy.Matchers;
import dev.prodigy.model.policy.RetryBlock;
import dev.prodigy.model.policy.RetryFilter;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DelaysTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final List<Jitter.Kind> KINDS = List.of(Jitter.Kind.values());

    private static RetryPolicy policy(Backoff backoff, @Nullable Duration cap, Jitter jitter) {
        return new RetryPolicy(
                10, backoff, cap, jitter, new RetryFilter.Every(), Matchers.NONE, null, true, Duration.ofMinutes(5));
    }

    private static RetryPolicy written(
            Dialect dialect, Strategy strategy, @Nullable Duration increment, @Nullable List<Duration> delays) {
        var backoff = new BackoffBlock(strategy, SECOND, increment, null, delays);
        return new RetryBlock(false, 10, backoff, null, null, null, null, null, null, null, null, null)
                .resolve(dialect);
    }

    private static List<Double> firstSix(RetryPolicy policy) {
        return IntStream.rangeClosed(1, 6)
                .mapToObj(n -> Delays.expected(policy, n).toMillis() / 1000.0)
                .toList();
    }

    private static List<Double> seconds(String list) {
        return Arrays.stream(list.split(" ")).map(Double::valueOf).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NONE        |      | 0 0 0 0 0 0
            FIXED       |      | 1 1 1 1 1 1
            LINEAR      | 2000 | 1 3 5 7 9 11
            LINEAR      |      | 1 2 3 4 5 6
            EXPONENTIAL |      | 1 2 4 8 16 30
            FIBONACCI   |      | 1 1 2 3 5 8
            CUSTOM      |      | 0.5 1 2 30 30 30
            """)
    void stepsAndGraphsWaitAsTheTableSays(Strategy strategy, @Nullable Long incrementMs, String expected) {
        var increment = incrementMs == null ? null : Duration.ofMillis(incrementMs);
        var delays =
                strategy == Strategy.CUSTOM ? List.of(Duration.ofMillis(500), SECOND, Duration.ofSeconds(2)) : null;
        assertThat(firstSix(written(Dialect.STEP, strategy, increment, delays))).isEqualTo(seconds(expected));
        assertThat(firstSix(written(Dialect.GRAPH, strategy, increment, delays)))
                .isEqualTo(seconds(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NONE        |      | 0 0 0 0 0 0
            FIXED       |      | 1 1 1 1 1 1
            LINEAR      | 2000 | 3 5 7 9 11 13
            LINEAR      | 500  | 1.5 2 2.5 3 3.5 4
            LINEAR      |      | 2 3 4 5 6 7
            EXPONENTIAL |      | 1 2 4 8 16 32
            FIBONACCI   |      | 1 1 2 3 5 8
            CUSTOM      |      | 0.5 1 2 30 30 30
            """)
    void itemsWaitAsTheTableSays(Strategy strategy, @Nullable Long incrementMs, String expected) {
        var increment = incrementMs == null ? null : Duration.ofMillis(incrementMs);
        var delays =
                strategy == Strategy.CUSTOM ? List.of(Duration.ofMillis(500), SECOND, Duration.ofSeconds(2)) : null;
        assertThat(firstSix(written(Dialect.ITEM, strategy, increment, delays))).isEqualTo(seconds(expected));
    }

    @Test
    void anEmptyListAlwaysWaitsTheLongestDelay() {
        assertThat(firstSix(written(Dialect.STEP, Strategy.CUSTOM, null, List.of())))
                .containsOnly(30.0);
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void attemptAThousandOfAnyStrategyIsComputed(Strategy strategy) {
        var longest = strategy == Strategy.NONE ? Duration.ZERO : Duration.ofHours(24);
        var backoff = new BackoffBlock(strategy, Duration.ofHours(24), Duration.ofHours(24), 1e300, List.of(longest));
        var policy = new RetryBlock(
                        false, 1000, backoff, null, Duration.ofHours(24), null, null, null, null, null, null, null)
                .resolve(Dialect.ITEM);
        assertThat(Delays.expected(policy, 1000)).isEqualTo(longest);
        assertThat(Delays.expected(policy, Integer.MAX_VALUE)).isEqualTo(longest);
    }

    @Test
    void aDurationOfManyCenturiesIsTheCap() {
        var millennia = Duration.ofDays(2_000_000);
        assertThat(Delays.expected(policy(new Backoff.Linear(SECOND, millennia), null, Jitter.NONE), 2))
                .isEqualTo(Duration.ofHours(24));
        assertThat(Delays.expected(policy(new Backoff.Fixed(millennia), null, Jitter.NONE), 1))
                .isEqualTo(Duration.ofHours(24));
    }

    @Test
    void noDelayAtAllStaysNone() {
        assertThat(Delays.expected(policy(new Backoff.Exponential(Duration.ZERO, 10), null, Jitter.NONE), 1000))
                .isZero();
        assertThat(Delays.expected(policy(new Backoff.Fibonacci(Duration.ZERO), null, Jitter.NONE), 1000))
                .isZero();
    }

    @Test
    void whatIsNoNumberIsTheCap() {
        assertThat(Delays.expected(policy(new Backoff.Exponential(SECOND, Double.NaN), SECOND, Jitter.NONE), 3))
                .isEqualTo(SECOND);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NONE         | 30 | 4   | 4
            SYMMETRIC    | 30 | 2.8 | 5.2
            SYMMETRIC    | 4  | 2.8 | 4
            FULL         | 30 | 0   | 4
            FULL         | 4  | 0   | 4
            EQUAL        | 30 | 2   | 4
            EQUAL        | 4  | 2   | 4
            DECORRELATED | 30 | 1   | 12
            DECORRELATED | 4  | 1   | 4
            """)
    void aHundredThousandDrawsStayWithinTheBounds(Jitter.Kind kind, long cap, double from, double to) {
        var policy = policy(new Backoff.Exponential(SECOND, 2), Duration.ofSeconds(cap), new Jitter(kind, 0.3));
        var random = new SplittableRandom(42);
        var previous = Duration.ofSeconds(4);
        var least = Double.MAX_VALUE;
        var most = 0.0;
        var sum = 0.0;
        for (var i = 0; i < 100_000; i++) {
            var wait = Delays.drawn(policy, 3, previous, random.nextDouble()).toNanos() / 1e9;
            least = Math.min(least, wait);
            most = Math.max(most, wait);
            sum += wait;
        }
        var width = to - from;
        assertThat(least).isBetween(from, from + 0.01 * width);
        assertThat(most).isBetween(to - 0.01 * width, to);
        if (cap > 4) {
            assertThat(sum / 100_000).isBetween(0.99 * (from + to) / 2, 1.01 * (from + to) / 2);
        }
    }

    @Test
    void theFirstDecorrelatedWaitIsUpToThreeTimesTheInitialOne() {
        var policy = policy(new Backoff.Exponential(SECOND, 2), null, new Jitter(Jitter.Kind.DECORRELATED, 0.3));
        assertThat(Delays.drawn(policy, 1, null, 0)).isEqualTo(SECOND);
        assertThat(Delays.drawn(policy, 1, null, 0.5)).isEqualTo(Duration.ofSeconds(2));
        assertThat(Delays.drawn(policy, 9, Duration.ofMillis(1), 0.9)).isEqualTo(SECOND);
    }

    @Test
    void seededRandomPoliciesNeverLeaveTheirBounds() {
        var random = new SplittableRandom(7);
        for (var i = 0; i < 20_000; i++) {
            var cap = random.nextBoolean() ? null : Duration.ofMillis(random.nextLong(0, 86_400_000));
            var jitter = new Jitter(KINDS.get(random.nextInt(KINDS.size())), random.nextDouble());
            var policy = policy(anyBackoff(random), cap, jitter);
            var n = 1 + random.nextInt(1000);
            var previous = random.nextBoolean() ? null : Duration.ofMillis(random.nextLong(86_400_000));
            var wait = Delays.drawn(policy, n, previous, random.nextDouble());
            assertThat(wait).isBetween(Duration.ZERO, policy.cap());
            assertThat(Delays.expected(policy, n)).isBetween(Duration.ZERO, policy.cap());
            if (n > 1 && !(policy.backoff() instanceof Backoff.Custom)) {
                assertThat(Delays.expected(policy, n))
                        .as("%s after %d", policy.backoff(), n)
                        .isGreaterThanOrEqualTo(Delays.expected(policy, n - 1));
            }
        }
    }

    private static Backoff anyBackoff(SplittableRandom random) {
        var delay = Duration.ofMillis(random.nextLong(86_400_000));
        return switch (random.nextInt(6)) {
            case 0 -> new Backoff.None();
            case 1 -> new Backoff.Fixed(delay);
            case 2 -> new Backoff.Linear(delay, Duration.ofMillis(random.nextLong(86_400_000)));
            case 3 -> new Backoff.Exponential(delay, 1 + random.nextDouble() * 1000);
            case 4 -> new Backoff.Fibonacci(delay);
            default -> new Backoff.Custom(List.of(delay), SECOND);
        };
    }

    @ParameterizedTest
    @CsvSource({"1000, 30000, 2.0", "200, 5000, 1.5", "7, 86400000, 3.0", "1000, 1001, 10.0"})
    void exponentialWaitsAreThoseOfFailsafe(long initial, long cap, double base) {
        var oracle = failsafeDelays(dev.failsafe.RetryPolicy.<Object>builder()
                .withBackoff(Duration.ofMillis(initial), Duration.ofMillis(cap), base)
                .withMaxRetries(30));
        var ours =
                policy(new Backoff.Exponential(Duration.ofMillis(initial), base), Duration.ofMillis(cap), Jitter.NONE);
        assertThat(oracle).hasSize(30);
        for (var n = 1; n <= oracle.size(); n++) {
            // Failsafe rounds to whole nanoseconds at every step, we only once
            assertThat(Delays.expected(ours, n))
                    .isCloseTo(oracle.get(n - 1), Duration.ofNanos(1 + (long) Math.pow(base, n) / 2));
        }
    }

    @Test
    void fixedWaitsAreThoseOfFailsafe() {
        var oracle = failsafeDelays(dev.failsafe.RetryPolicy.<Object>builder()
                .withDelay(Duration.ofMillis(250))
                .withMaxRetries(5));
        var ours = policy(new Backoff.Fixed(Duration.ofMillis(250)), null, Jitter.NONE);
        for (var n = 1; n <= oracle.size(); n++) {
            assertThat(Delays.expected(ours, n)).isEqualTo(oracle.get(n - 1));
        }
    }

    @Test
    void symmetricJitterIsThatOfFailsafe() {
        var random = new SplittableRandom(3);
        var ours = policy(new Backoff.Fixed(Duration.ofSeconds(4)), null, new Jitter(Jitter.Kind.SYMMETRIC, 0.25));
        for (var i = 0; i < 1000; i++) {
            var draw = random.nextDouble();
            // theirs runs from the upper bound down
            var oracle = RandomDelay.randomDelay(Duration.ofSeconds(4).toNanos(), 0.25, 1 - draw);
            assertThat(Delays.drawn(ours, 1, null, draw)).isCloseTo(Duration.ofNanos(oracle), Duration.ofNanos(2));
        }
    }

    private static List<Duration> failsafeDelays(dev.failsafe.RetryPolicyBuilder<Object> builder) {
        var delays = new ArrayList<Duration>();
        var retries =
                builder.onRetryScheduled(event -> delays.add(event.getDelay())).build();
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> Failsafe.with(retries)
                        .with(new AtOnce())
                        .getAsync(() -> {
                            throw new IllegalStateException();
                        })
                        .get()))
                .isNotNull()
                .isNotInstanceOf(FailsafeException.class);
        return delays;
    }

    /// Runs everything now: the recorded delays are never waited.
    private record AtOnce() implements Scheduler {
        @Override
        public ScheduledFuture<?> schedule(Callable<?> callable, long delay, TimeUnit unit) {
            var task = new Now<>(callable);
            task.run();
            return task;
        }
    }

    private static final class Now<T> extends FutureTask<T> implements RunnableScheduledFuture<T> {
        Now(Callable<T> callable) {
            super(callable);
        }

        @Override
        public boolean isPeriodic() {
            return false;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    @ParameterizedTest
    @CsvSource({"10, 4, 6", "10, 0, 10", "10, 10, 0", "10, 99, 0", "10, -3600, 10"})
    void aRestartWaitsWhatIsLeftWhateverTheClockDid(long delay, long later, long left) {
        var start = Instant.parse("2026-01-02T03:04:05Z");
        var wait = Duration.ofSeconds(delay);
        assertThat(RemainingWait.of(wait, start.plus(wait), start.plusSeconds(later)))
                .isEqualTo(Duration.ofSeconds(left));
    }

    @Test
    void theScheduleOfALongItemPolicyDoesNotOverflow() {
        var policy = RetryBlock.ofAttempts(100).resolve(Dialect.ITEM);
        var schedule = RetrySchedule.of(policy);
        assertThat(schedule.maxWaitMs()).isEqualTo(7_215_871_000L);
        assertThat(schedule.maxDelayMs()).isNull();
        assertThat(schedule.delaysMs())
                .hasSize(20)
                .startsWith(1000L, 2000L, 4000L)
                .endsWith(86_400_000L);
        assertThat(RetrySchedule.of(RetryBlock.ofAttempts(1000).resolve(Dialect.ITEM))
                        .maxWaitMs())
                .isEqualTo(131_071_000L + 982 * 86_400_000L);
    }

    @Test
    void theScheduleIsShownAsValidatePrintsIt() {
        var policy = written(Dialect.STEP, Strategy.LINEAR, Duration.ofMillis(300), null);
        assertThat(RetrySchedule.of(policy).members())
                .containsExactly(
                        entry("max_attempts", Value.of(10)),
                        entry("strategy", Value.of("linear")),
                        entry("delays_ms", numbers(1000, 1300, 1600, 1900, 2200, 2500, 2800, 3100, 3400)),
                        entry("max_wait_ms", Value.of(19800)),
                        entry("max_delay_ms", Value.of(30000)),
                        entry("jitter", Value.of("none")),
                        entry("jitter_factor", Value.of(0.3)),
                        entry("retry_on", new Value.Items(List.of())));
        assertThat(RetrySchedule.of(RetryBlock.OFF.resolve(Dialect.ITEM)).members())
                .containsEntry("max_delay_ms", Value.Null.NULL)
                .containsEntry("max_wait_ms", Value.of(0));
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void everyStrategyHasItsName(Strategy strategy) {
        assertThat(RetrySchedule.of(written(Dialect.STEP, strategy, null, null)).strategy())
                .isEqualTo(strategy.word());
    }

    private static Value numbers(long... numbers) {
        return new Value.Items(Arrays.stream(numbers).<Value>mapToObj(Value::of).toList());
    }
}
