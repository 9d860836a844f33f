package dev.prodigy.model.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorPolicyBlockTest {
    private static ErrorPolicyBlock block(
            @Nullable OnItemFailure onItemFailure, @Nullable RetryBlock retry, @Nullable BreakerBlock breaker) {
        return new ErrorPolicyBlock(
                onItemFailure, null, null, null, null, null, null, null, retry, breaker, null, null);
    }

    @Test
    void nothingWrittenMeansTheTableOfDefaults() {
        assertThat(ErrorPolicyBlock.EMPTY.resolve(Dialect.ITEM))
                .isEqualTo(new ErrorPolicy(
                        new FailureDisposition.Dlq(),
                        true,
                        null,
                        null,
                        10,
                        null,
                        new ErrorCollection.Aggregate(),
                        StopMode.DRAIN,
                        RetryDefaults.of(Dialect.ITEM).once(),
                        null,
                        null,
                        new QuotaPolicy(QuotaPolicy.OnLimit.WAIT, Duration.ofHours(6), Duration.ofMinutes(1))));
    }

    @Test
    void retryIsDlqWithDefaultAttempts() {
        var policy = block(OnItemFailure.RETRY, null, null).resolve(Dialect.ITEM);
        assertThat(policy.onItemFailure()).isEqualTo(new FailureDisposition.Dlq());
        assertThat(policy.itemRetry().attempts()).isEqualTo(3);
        assertThat(block(OnItemFailure.RETRY, RetryBlock.ofAttempts(7), null)
                        .resolve(Dialect.ITEM)
                        .itemRetry()
                        .attempts())
                .isEqualTo(7);
    }

    @Test
    void theHigherBlockWinsPerField() {
        var lower = new ErrorPolicyBlock(
                OnItemFailure.RETRY,
                false,
                5,
                0.2,
                3,
                0.9,
                new ErrorCollection.Batched(4),
                StopMode.KILL,
                RetryBlock.ofAttempts(4),
                new BreakerBlock(false, 2, 2, Duration.ofSeconds(2), 1, OnOpen.REJECT, Matchers.NONE, "k"),
                RetryBudget.of(0.2),
                new QuotaBlock(QuotaPolicy.OnLimit.STOP, Duration.ofHours(1), Duration.ofSeconds(1)));
        assertThat(ErrorPolicyBlock.EMPTY.over(lower)).isEqualTo(lower);
        var higher = new ErrorPolicyBlock(
                OnItemFailure.custom("x"),
                true,
                null,
                null,
                null,
                null,
                new ErrorCollection.Immediate(),
                null,
                new RetryBlock(
                        false, null, null, Duration.ofSeconds(9), null, null, null, null, null, null, null, null),
                new BreakerBlock(false, 7, null, null, null, null, null, null),
                null,
                new QuotaBlock(null, Duration.ofHours(2), null));
        var policy = higher.over(lower).resolve(Dialect.ITEM);
        assertThat(policy)
                .isEqualTo(new ErrorPolicy(
                        new FailureDisposition.Custom("x"),
                        true,
                        5,
                        0.2,
                        3,
                        0.9,
                        new ErrorCollection.Immediate(),
                        StopMode.KILL,
                        new RetryBlock(
                                        false,
                                        4,
                                        null,
                                        Duration.ofSeconds(9),
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null)
                                .resolve(Dialect.ITEM),
                        new BreakerPolicy(7, 2, Duration.ofSeconds(2), 1, OnOpen.REJECT, Matchers.NONE, "k"),
                        RetryBudget.of(0.2),
                        new QuotaPolicy(QuotaPolicy.OnLimit.STOP, Duration.ofHours(2), Duration.ofSeconds(1))));
    }

    @Test
    void falseRemovesAnInheritedBlock() {
        var lower = block(null, RetryBlock.ofAttempts(4), BreakerBlock.EMPTY);
        var policy = block(null, RetryBlock.OFF, BreakerBlock.OFF).over(lower).resolve(Dialect.ITEM);
        assertThat(policy.itemRetry().attempts()).isEqualTo(1);
        assertThat(policy.breaker()).isNull();
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void anEmptyBreakerHasTheDefaultsOfItsPlace(Dialect dialect) {
        assertThat(BreakerBlock.EMPTY.resolve(dialect))
                .isEqualTo(new BreakerPolicy(
                        5,
                        3,
                        Duration.ofSeconds(30),
                        3,
                        dialect == Dialect.ITEM ? OnOpen.WAIT : OnOpen.REJECT,
                        null,
                        null));
    }

    @Test
    void matchersAreShownAsTheyCouldBeWritten() {
        var exact = new Matcher.ExitCodes(List.of(new Matcher.Range(75, 75)));
        var several = new Matcher.ExitCodes(List.of(new Matcher.Range(75, 75), new Matcher.Range(64, 69)));
        assertThat(Matchers.of(
                                new Matcher.Any(),
                                new Matcher.Named("5xx"),
                                exact,
                                several,
                                new Matcher.Signal(9),
                                new Matcher.Pattern("a.b"))
                        .toValue())
                .isEqualTo(new Value.Items(List.of(
                        Value.of("any"),
                        Value.of("5xx"),
                        new Value.Fields(Map.of("exit_code", Value.of(75))),
                        new Value.Fields(
                                Map.of("exit_codes", new Value.Items(List.of(Value.of(75), Value.of("64-69"))))),
                        new Value.Fields(Map.of("signal", Value.of(9))),
                        new Value.Fields(Map.of("pattern", Value.of("a.b"))))));
        assertThat(new RetryFilter.Every().toValue()).isEqualTo(new Value.Items(List.of()));
        assertThat(new RetryFilter.Listed(Matchers.of(new Matcher.Any())).toValue())
                .isEqualTo(new Value.Items(List.of(Value.of("any"))));
    }

    @Test
    void jitterIsOnUnlessItIsNone() {
        assertThat(Jitter.NONE.isOn()).isFalse();
        assertThat(new Jitter(Jitter.Kind.FULL, 0.3).isOn()).isTrue();
    }
}
