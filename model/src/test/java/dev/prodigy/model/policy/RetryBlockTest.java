package dev.prodigy.model.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.policy.BackoffBlock.Strategy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetryBlockTest {
    private static final RetryFilter EVERY = new RetryFilter.Every();

    private static RetryBlock delays(
            @Nullable BackoffBlock backoff, @Nullable Duration initialDelay, @Nullable Duration maxDelay) {
        return new RetryBlock(false, null, backoff, initialDelay, maxDelay, null, null, null, null, null, null, null);
    }

    private static RetryBlock filter(@Nullable Matchers retryOn) {
        return new RetryBlock(false, null, null, null, null, null, null, retryOn, null, null, null, null);
    }

    private static Duration s(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void theDefaultsInABlockDifferInCapAndFilterOnly() {
        var step = new RetryPolicy(
                3,
                new Backoff.Exponential(s(1), 2),
                s(30),
                new Jitter(Jitter.Kind.NONE, 0.3),
                EVERY,
                Matchers.NONE,
                null,
                true,
                s(300));
        assertThat(RetryBlock.EMPTY.resolve(Dialect.STEP)).isEqualTo(step);
        var item = RetryBlock.EMPTY.resolve(Dialect.ITEM);
        assertThat(item.maxDelay()).isNull();
        assertThat(item.cap()).isEqualTo(Duration.ofHours(24));
        assertThat(item.retryOn()).isEqualTo(EVERY);
        var graph = RetryBlock.EMPTY.resolve(Dialect.GRAPH);
        assertThat(graph.maxDelay()).isEqualTo(s(30));
        assertThat(graph.retryOn()).isEqualTo(new RetryFilter.RetryableOnly());
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void withoutABlockThereIsOneAttempt(Dialect dialect) {
        assertThat(RetryDefaults.of(dialect).once().attempts()).isEqualTo(1);
        assertThat(RetryBlock.OFF.resolve(dialect).attempts()).isEqualTo(1);
    }

    @Test
    void anEmptyFilterMeansEveryFailureButInAGraph() {
        assertThat(filter(Matchers.NONE).resolve(Dialect.STEP).retryOn()).isEqualTo(EVERY);
        assertThat(filter(Matchers.NONE).resolve(Dialect.ITEM).retryOn()).isEqualTo(EVERY);
        assertThat(filter(Matchers.NONE).resolve(Dialect.GRAPH).retryOn())
                .isEqualTo(new RetryFilter.Listed(Matchers.NONE));
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aGivenFilterReplacesTheClassification(Dialect dialect) {
        var list = Matchers.of(new Matcher.Named("429"));
        assertThat(filter(list).resolve(dialect).retryOn()).isEqualTo(new RetryFilter.Listed(list));
    }

    @Test
    void linearBeginsOneIncrementLaterForItems() {
        var linear = new BackoffBlock(Strategy.LINEAR, s(1), Duration.ofMillis(500), null, null);
        assertThat(delays(linear, null, null).resolve(Dialect.STEP).backoff())
                .isEqualTo(new Backoff.Linear(s(1), Duration.ofMillis(500)));
        assertThat(delays(linear, null, null).resolve(Dialect.GRAPH).backoff())
                .isEqualTo(new Backoff.Linear(s(1), Duration.ofMillis(500)));
        assertThat(delays(linear, null, null).resolve(Dialect.ITEM).backoff())
                .isEqualTo(new Backoff.Linear(Duration.ofMillis(1500), Duration.ofMillis(500)));
    }

    @Test
    void parametersThatAreNotWrittenComeFromTheInitialDelay() {
        var block = delays(BackoffBlock.of(Strategy.LINEAR), s(2), null);
        assertThat(block.resolve(Dialect.STEP).backoff()).isEqualTo(new Backoff.Linear(s(2), s(2)));
        assertThat(delays(BackoffBlock.of(Strategy.FIXED), s(2), null)
                        .resolve(Dialect.STEP)
                        .backoff())
                .isEqualTo(new Backoff.Fixed(s(2)));
        assertThat(delays(BackoffBlock.of(Strategy.FIBONACCI), null, null)
                        .resolve(Dialect.STEP)
                        .backoff())
                .isEqualTo(new Backoff.Fibonacci(s(1)));
        assertThat(delays(BackoffBlock.of(Strategy.NONE), null, null)
                        .resolve(Dialect.STEP)
                        .backoff())
                .isEqualTo(new Backoff.None());
    }

    @Test
    void aDefaultCapNeverShortensWhatTheAuthorWrote() {
        assertThat(delays(null, s(60), null).resolve(Dialect.STEP).maxDelay()).isEqualTo(s(60));
        assertThat(delays(new BackoffBlock(Strategy.FIXED, s(45), null, null, null), null, null)
                        .resolve(Dialect.GRAPH)
                        .maxDelay())
                .isEqualTo(s(45));
        assertThat(delays(new BackoffBlock(Strategy.CUSTOM, null, null, null, List.of(s(5), s(90))), null, null)
                        .resolve(Dialect.STEP)
                        .maxDelay())
                .isEqualTo(s(90));
        assertThat(delays(null, s(60), s(10)).resolve(Dialect.STEP).maxDelay()).isEqualTo(s(10));
    }

    @Test
    void anExhaustedListWaitsTheLongestDelay() {
        var list = new BackoffBlock(Strategy.CUSTOM, null, null, null, List.of(s(1)));
        assertThat(delays(list, null, null).resolve(Dialect.STEP).backoff())
                .isEqualTo(new Backoff.Custom(List.of(s(1)), s(30)));
        assertThat(delays(list, null, s(7)).resolve(Dialect.STEP).backoff())
                .isEqualTo(new Backoff.Custom(List.of(s(1)), s(7)));
        assertThat(delays(list, null, null).resolve(Dialect.ITEM).backoff())
                .isEqualTo(new Backoff.Custom(List.of(s(1)), s(30)));
    }

    @Test
    void ownFieldsLieOverInheritedOnesAndBackoffIsOneField() {
        var inherited = new RetryBlock(
                false,
                2,
                new BackoffBlock(Strategy.EXPONENTIAL, s(9), null, 3.0, null),
                Duration.ofMillis(500),
                s(20),
                Jitter.Kind.FULL,
                0.1,
                Matchers.of(new Matcher.Any()),
                Matchers.of(new Matcher.Named("auth")),
                s(100),
                false,
                s(50));
        assertThat(RetryBlock.ofAttempts(4).over(inherited).resolve(Dialect.STEP))
                .isEqualTo(new RetryPolicy(
                        4,
                        new Backoff.Exponential(s(9), 3),
                        s(20),
                        new Jitter(Jitter.Kind.FULL, 0.1),
                        new RetryFilter.Listed(Matchers.of(new Matcher.Any())),
                        Matchers.of(new Matcher.Named("auth")),
                        s(100),
                        false,
                        s(50)));
        var ownBackoff =
                delays(BackoffBlock.of(Strategy.EXPONENTIAL), null, null).over(inherited);
        assertThat(ownBackoff.resolve(Dialect.STEP).backoff())
                .isEqualTo(new Backoff.Exponential(Duration.ofMillis(500), 2));
        assertThat(RetryBlock.EMPTY.over(null)).isEqualTo(RetryBlock.EMPTY);
    }

    @Test
    void offInheritsNothingAndIsNotInherited() {
        assertThat(RetryBlock.OFF
                        .over(RetryBlock.ofAttempts(9))
                        .resolve(Dialect.STEP)
                        .attempts())
                .isEqualTo(1);
        assertThat(RetryBlock.EMPTY.over(RetryBlock.OFF).resolve(Dialect.STEP).attempts())
                .isEqualTo(3);
    }

    /// Whatever the inherited one is spelt like; a `backoff` of its own beats both.
    @Test
    void anOwnInitialDelayBeatsAnInheritedOne() {
        var inherited = delays(new BackoffBlock(Strategy.FIXED, s(5), null, null, null), s(7), null);
        var own = delays(null, s(1), null).over(inherited).resolve(Dialect.STEP);
        assertThat(own.backoff()).isEqualTo(new Backoff.Fixed(s(1)));
        var silent = delays(null, null, null).over(inherited).resolve(Dialect.STEP);
        assertThat(silent.backoff()).isEqualTo(new Backoff.Fixed(s(5)));
        var both = delays(new BackoffBlock(Strategy.FIXED, s(3), null, null, null), s(1), null)
                .over(inherited)
                .resolve(Dialect.STEP);
        assertThat(both.backoff()).isEqualTo(new Backoff.Fixed(s(3)));
    }
}
