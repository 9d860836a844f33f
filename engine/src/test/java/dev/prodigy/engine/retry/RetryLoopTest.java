package dev.prodigy.engine.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.classify.Classifier;
import dev.prodigy.engine.classify.PrintedAt;
import dev.prodigy.engine.classify.ProcessEnd;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.policy.Backoff;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.Jitter;
import dev.prodigy.model.policy.Matcher;
import dev.prodigy.model.policy.Matchers;
import dev.prodigy.model.policy.RetryBlock;
import dev.prodigy.model.policy.RetryFilter;
import dev.prodigy.model.policy.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RetryLoopTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final ErrorRecord BOOM = exit(1);

    private static ErrorRecord exit(int status) {
        return ErrorRecord.of(ErrorCode.ofExit(status), "boom", Evidence.NONE.withExit(status, null));
    }

    private static ErrorRecord status(int status, @Nullable Long retryAfterMs, @Nullable Instant resetsAt) {
        return ErrorRecord.of(ErrorCode.ofStatus(status), "x", Evidence.NONE.withRetryAfter(retryAfterMs, resetsAt));
    }

    private static RetryPolicy policy(int attempts, Duration delay) {
        return new RetryPolicy(
                attempts,
                new Backoff.Fixed(delay),
                null,
                Jitter.NONE,
                new RetryFilter.Every(),
                Matchers.NONE,
                null,
                true,
                Duration.ofMinutes(5));
    }

    private static RetryPolicy filtered(RetryFilter retryOn, Matchers noRetryOn) {
        return new RetryPolicy(
                9, new Backoff.None(), null, Jitter.NONE, retryOn, noRetryOn, null, true, Duration.ofMinutes(5));
    }

    private static RetryPolicy budgeted(Duration budget) {
        return new RetryPolicy(
                10,
                new Backoff.Fixed(Duration.ofSeconds(1)),
                null,
                Jitter.NONE,
                new RetryFilter.Every(),
                Matchers.NONE,
                budget,
                true,
                Duration.ofMinutes(5));
    }

    private static RetryPolicy asking(Jitter jitter, boolean respect, Duration longest) {
        return new RetryPolicy(
                3,
                new Backoff.Fixed(Duration.ofMillis(100)),
                Duration.ofMillis(200),
                jitter,
                new RetryFilter.Every(),
                Matchers.NONE,
                null,
                respect,
                longest);
    }

    private static FailedAttempt failed(ErrorRecord error, int number, Duration sinceFirst) {
        return new FailedAttempt(error, number, NOW, sinceFirst, null, false);
    }

    private static RetryDecision decide(RetryPolicy policy, ErrorRecord error) {
        return RetryLoop.decide(policy, failed(error, 1, Duration.ZERO), Surroundings.FREE, 0.5);
    }

    private static RetryDecision again(Duration delay, RetryDecision.Source source) {
        return new RetryDecision.Again(delay, source, NOW.plus(delay));
    }

    private static RetryDecision givenUp(RetryAborted reason) {
        return new RetryDecision.GivenUp(reason);
    }

    @Test
    void anotherAttemptFollowsAfterTheBackoff() {
        assertThat(decide(policy(3, Duration.ofSeconds(2)), BOOM))
                .isEqualTo(again(Duration.ofSeconds(2), RetryDecision.Source.BACKOFF));
    }

    @ParameterizedTest
    @CsvSource({"1, 3, false", "2, 3, false", "3, 3, true", "4, 3, true", "1, 1, true"})
    void theLastAllowedAttemptIsTheLast(int number, int attempts, boolean exhausted) {
        var decision = RetryLoop.decide(
                policy(attempts, Duration.ZERO), failed(BOOM, number, Duration.ZERO), Surroundings.FREE, 0);
        assertThat(decision instanceof RetryDecision.Exhausted).isEqualTo(exhausted);
    }

    @Test
    void exhaustionComesBeforeEveryOtherReason() {
        var cancelled = ErrorRecord.of(KnownCode.CANCELLED.row(), "x");
        assertThat(RetryLoop.decide(
                        policy(1, Duration.ZERO),
                        failed(cancelled, 1, Duration.ZERO),
                        new Surroundings(true, true, NOW),
                        0))
                .isEqualTo(new RetryDecision.Exhausted());
    }

    @Test
    void aFailureThatIsNotMatchedEndsTheLayer() {
        var nine = new RetryFilter.Listed(Matchers.of(new Matcher.ExitCodes(List.of(new Matcher.Range(9, 9)))));
        assertThat(decide(filtered(nine, Matchers.NONE), exit(9))).isInstanceOf(RetryDecision.Again.class);
        assertThat(decide(filtered(nine, Matchers.NONE), exit(8))).isEqualTo(givenUp(RetryAborted.NOT_RETRYABLE));
    }

    @Test
    void noRetryOnWins() {
        var any = new RetryFilter.Listed(Matchers.of(new Matcher.Any()));
        assertThat(decide(filtered(any, Matchers.of(new Matcher.Named("auth"))), status(401, null, null)))
                .isEqualTo(givenUp(RetryAborted.NOT_RETRYABLE));
    }

    @ParameterizedTest
    @CsvSource({"CONFLICT, true", "SERVER_ERROR, false"})
    void aGraphsListReplacesTheClassification(Category category, boolean retried) {
        var error = ErrorRecord.of(ErrorCode.of("X", category), "x");
        var conflicts = new RetryFilter.Listed(Matchers.of(new Matcher.Named("conflict")));
        assertThat(decide(filtered(conflicts, Matchers.NONE), error) instanceof RetryDecision.Again)
                .isEqualTo(retried);
        assertThat(
                        decide(filtered(new RetryFilter.RetryableOnly(), Matchers.NONE), error)
                                instanceof RetryDecision.Again)
                .isEqualTo(!retried);
    }

    @ParameterizedTest
    @EnumSource(
            value = KnownCode.class,
            names = {"EXPRESSION_ERROR", "UNDEFINED_VARIABLE", "MAX_FAILURES_REACHED", "SPEND_LIMIT"})
    void someFailuresAreNeverRetriedWhateverTheListSays(KnownCode code) {
        var any = new RetryFilter.Listed(Matchers.of(new Matcher.Any()));
        assertThat(decide(filtered(any, Matchers.NONE), ErrorRecord.of(code.row(), "x")))
                .isEqualTo(givenUp(RetryAborted.NOT_RETRYABLE));
    }

    @Test
    void aCancelledAttemptIsNotRetried() {
        assertThat(decide(policy(3, Duration.ZERO), ErrorRecord.of(KnownCode.CANCELLED.row(), "x")))
                .isEqualTo(givenUp(RetryAborted.CANCELLED));
    }

    @ParameterizedTest
    @CsvSource({"CIRCUIT_OPEN, CIRCUIT_OPEN", "TIMEOUT, DEADLINE"})
    void whatEndsALayerMayStillBeRetriedByAnOuterOne(KnownCode code, RetryAborted reason) {
        var error = ErrorRecord.of(code.row(), "x");
        var own = new FailedAttempt(error, 1, NOW, Duration.ZERO, null, true);
        assertThat(RetryLoop.decide(policy(3, Duration.ZERO), own, Surroundings.FREE, 0))
                .isEqualTo(givenUp(reason));
        assertThat(decide(policy(3, Duration.ZERO), error)).isInstanceOf(RetryDecision.Again.class);
    }

    @Test
    void anOpenBreakerThatRejectsEndsTheLayer() {
        var around = new Surroundings(true, true, NOW);
        assertThat(RetryLoop.decide(policy(3, Duration.ZERO), failed(BOOM, 1, Duration.ZERO), around, 0))
                .isEqualTo(givenUp(RetryAborted.CIRCUIT_OPEN));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            429 | 2000  | -    | 2000
            503 | 2000  | -    | 2000
            529 | 2000  | -    | 2000
            500 | 2000  | -    | 2000
            429 | 50    | -    | 100
            429 | 0     | -    | 100
            429 | -5    | -    | 100
            429 | -     | 3    | 3000
            429 | -     | -3   | 100
            429 | -     | -    | 100
            504 | 2000  | -    | 100
            404 | 2000  | -    | 100
            """)
    void aRequestedWaitIsKeptAboveTheCap(int status, @Nullable Long ms, @Nullable Long resetInSeconds, long expected) {
        var reset = resetInSeconds == null ? null : NOW.plusSeconds(resetInSeconds);
        var source = expected == 100 ? RetryDecision.Source.BACKOFF : RetryDecision.Source.RETRY_AFTER;
        assertThat(decide(asking(Jitter.NONE, true, Duration.ofMinutes(5)), status(status, ms, reset)))
                .isEqualTo(again(Duration.ofMillis(expected), source));
    }

    @Test
    void tooLongARequestEndsTheLayer() {
        assertThat(decide(asking(Jitter.NONE, true, Duration.ofSeconds(1)), status(429, 2000L, null)))
                .isEqualTo(givenUp(RetryAborted.RETRY_AFTER));
        assertThat(decide(asking(Jitter.NONE, true, Duration.ofSeconds(2)), status(429, 2000L, null)))
                .isInstanceOf(RetryDecision.Again.class);
        assertThat(decide(asking(Jitter.NONE, true, Duration.ofSeconds(1)), status(429, Long.MAX_VALUE, null)))
                .isEqualTo(givenUp(RetryAborted.RETRY_AFTER));
        assertThat(decide(asking(Jitter.NONE, true, Duration.ofSeconds(1)), status(429, null, Instant.MAX)))
                .isEqualTo(givenUp(RetryAborted.RETRY_AFTER));
    }

    @Test
    void aRequestedWaitCanBeIgnored() {
        assertThat(decide(asking(Jitter.NONE, false, Duration.ofSeconds(1)), status(429, 2000L, null)))
                .isEqualTo(again(Duration.ofMillis(100), RetryDecision.Source.BACKOFF));
    }

    @ParameterizedTest
    @CsvSource({"0, 2000", "0.5, 2300", "0.999999999, 2600"})
    void jitterOnlyLengthensARequestedWait(double random, long ms) {
        var policy = asking(new Jitter(Jitter.Kind.FULL, 0.3), true, Duration.ofMinutes(5));
        var decision =
                RetryLoop.decide(policy, failed(status(429, 2000L, null), 1, Duration.ZERO), Surroundings.FREE, random);
        assertThat(decision)
                .isInstanceOfSatisfying(
                        RetryDecision.Again.class,
                        again -> assertThat(again.delay()).isBetween(Duration.ofMillis(ms - 1), Duration.ofMillis(ms)));
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1000, true", "1500, true", "1501, false", "2000, false"})
    void theBudgetRunsFromTheFirstFailureToTheLastStart(long sinceFirstMs, boolean retried) {
        var decision = RetryLoop.decide(
                budgeted(Duration.ofMillis(2500)),
                failed(BOOM, 2, Duration.ofMillis(sinceFirstMs)),
                Surroundings.FREE,
                0);
        assertThat(decision instanceof RetryDecision.Again).isEqualTo(retried);
        if (!retried) {
            assertThat(decision).isEqualTo(givenUp(RetryAborted.BUDGET));
        }
    }

    @Test
    void aRunWithoutBudgetGivesUp() {
        assertThat(RetryLoop.decide(
                        policy(3, Duration.ZERO),
                        failed(BOOM, 1, Duration.ZERO),
                        new Surroundings(false, true, NOW),
                        0))
                .isEqualTo(givenUp(RetryAborted.RUN_BUDGET));
    }

    @ParameterizedTest
    @CsvSource({"1999, false", "2000, false", "2001, true"})
    void aRetryThatCannotStartInTimeIsNotWaitedFor(long deadlineMs, boolean retried) {
        var around = new Surroundings(false, false, NOW.plusMillis(deadlineMs));
        var decision = RetryLoop.decide(policy(3, Duration.ofSeconds(2)), failed(BOOM, 1, Duration.ZERO), around, 0);
        assertThat(decision instanceof RetryDecision.Again).isEqualTo(retried);
        if (!retried) {
            assertThat(decision).isEqualTo(givenUp(RetryAborted.DEADLINE));
        }
    }

    /// Attempts that fail at once, in virtual time.
    private static List<Long> starts(RetryPolicy policy, List<ErrorRecord> errors, Surroundings around) {
        var starts = new ArrayList<Long>();
        var now = NOW;
        Duration previous = null;
        for (var number = 1; ; number++) {
            starts.add(Duration.between(NOW, now).toMillis());
            var error = errors.get(Math.min(number, errors.size()) - 1);
            var failed = new FailedAttempt(error, number, now, Duration.between(NOW, now), previous, false);
            switch (RetryLoop.decide(policy, failed, around, 0)) {
                case RetryDecision.Again again -> {
                    now = again.dueAt();
                    previous = again.delay();
                }
                case RetryDecision.Exhausted _, RetryDecision.GivenUp _ -> {
                    return starts;
                }
            }
        }
    }

    @Test
    void workedExamplesOfTheSpecification() {
        assertThat(starts(budgeted(Duration.ofMillis(2500)), List.of(BOOM), Surroundings.FREE))
                .containsExactly(0L, 1000L, 2000L);
        var inFourSeconds = new Surroundings(false, false, NOW.plusSeconds(4));
        assertThat(starts(policy(5, Duration.ofSeconds(3)), List.of(BOOM), inFourSeconds))
                .containsExactly(0L, 3000L);
        var nine = new RetryFilter.Listed(Matchers.of(new Matcher.ExitCodes(List.of(new Matcher.Range(9, 9)))));
        assertThat(starts(filtered(nine, Matchers.NONE), List.of(exit(9), exit(8)), Surroundings.FREE))
                .hasSize(2);
        var graph = RetryBlock.ofAttempts(3).resolve(Dialect.GRAPH);
        assertThat(starts(graph, List.of(status(503, null, null)), Surroundings.FREE))
                .containsExactly(0L, 1000L, 3000L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            processed 500 files                                  | 1
            curl: (22) The requested URL returned error: 503     | 4
            port 5000 is in use                                  | 1
            HTTP/1.1 502 Bad Gateway                             | 4
            """)
    void whatTheOutputSaysDecidesHowOftenAStepRuns(String stderr, int executions) {
        var servers = Matchers.of(new Matcher.Named("server_error"));
        var policy = new RetryPolicy(
                4,
                new Backoff.Fixed(Duration.ofMillis(10)),
                null,
                Jitter.NONE,
                new RetryFilter.Listed(servers),
                Matchers.NONE,
                null,
                true,
                Duration.ofMinutes(5));
        var error = Classifier.ofProcess(ProcessEnd.of(1, stderr, ""), new PrintedAt(NOW, ZoneOffset.UTC));
        assertThat(starts(policy, List.of(error), Surroundings.FREE)).hasSize(executions);
    }

    @Test
    void decisionsAreWrittenIntoTheRecord() {
        var attempt = Retries.at(2, 3);
        assertThat(again(Duration.ZERO, RetryDecision.Source.BACKOFF).on(attempt))
                .isEqualTo(attempt);
        assertThat(new RetryDecision.Exhausted().on(attempt)).isEqualTo(new Retries(2, 3, true, null));
        assertThat(givenUp(RetryAborted.BUDGET).on(attempt)).isEqualTo(new Retries(2, 3, false, RetryAborted.BUDGET));
        assertThat(RetryDecision.Source.RETRY_AFTER.word()).isEqualTo("retry_after");
    }

    @Test
    void seededRandomPoliciesNeverExceedTheirLimits() {
        var random = new SplittableRandom(11);
        for (var i = 0; i < 3000; i++) {
            var attempts = 1 + random.nextInt(20);
            var budget = random.nextBoolean() ? null : Duration.ofMillis(random.nextLong(20_000));
            var deadline = random.nextBoolean() ? null : NOW.plusMillis(random.nextLong(20_000));
            var policy = new RetryPolicy(
                    attempts,
                    new Backoff.Exponential(Duration.ofMillis(random.nextLong(2000)), 1 + random.nextDouble() * 3),
                    Duration.ofMillis(random.nextLong(10_000)),
                    Jitter.NONE,
                    new RetryFilter.Every(),
                    Matchers.NONE,
                    budget,
                    true,
                    Duration.ofSeconds(5));
            var error = random.nextBoolean() ? BOOM : status(503, random.nextLong(6000), null);
            var starts = starts(policy, List.of(error), new Surroundings(false, false, deadline));
            assertThat(starts.size()).isBetween(1, attempts);
            var last = starts.getLast();
            if (starts.size() > 1 && budget != null) {
                assertThat(last).isLessThanOrEqualTo(budget.toMillis());
            }
            if (starts.size() > 1 && deadline != null) {
                assertThat(NOW.plusMillis(last)).isBefore(deadline);
            }
        }
    }
}
