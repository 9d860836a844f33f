package dev.prodigy.engine.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.policy.ErrorPolicyBlock;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.policy.RetryBudget;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureLimitsTest {
    private static final FailureDisposition DLQ = new FailureDisposition.Dlq();

    private static ErrorPolicy policy(
            boolean continues,
            @Nullable Integer most,
            @Nullable Double threshold,
            @Nullable Integer samples,
            @Nullable Double confidence) {
        return new ErrorPolicyBlock(
                        null, continues, most, threshold, samples, confidence, null, null, null, null, null, null)
                .resolve(Dialect.ITEM);
    }

    private static @Nullable LimitReached check(ErrorPolicy policy, int failures, int processed) {
        return new FailureLimits(policy).check(DLQ, new ItemCounts(processed - failures, failures));
    }

    @Test
    void withoutLimitsTheRunGoesOn() {
        assertThat(check(policy(true, null, null, null, null), 1000, 1000)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"4, false", "5, true", "6, true"})
    void fiveStopsAtTheFifth(int failures, boolean stops) {
        var reached = check(policy(true, 5, null, null, null), failures, failures);
        assertThat(reached != null).isEqualTo(stops);
        if (stops) {
            assertThat(reached)
                    .isEqualTo(new LimitReached(
                            KnownCode.MAX_FAILURES_REACHED, 5.0, failures, new ItemCounts(0, failures)));
            assertThat(reached.reason()).isEqualTo("max_failures_reached");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0.3, 10, 3, 10, false", "0.3, 10, 4, 11, true", "0.3, 10, 3, 9, false", "0.3, 10, 9, 9, false",
        "0.3, 1, 1, 3, true", "0.3, 1, 3, 10, false", "0.2, 10, 2, 10, false", "0.2, 10, 3, 14, true",
        "0, 10, 0, 10, false", "0, 10, 1, 100, true", "1, 10, 10, 10, false", "0.1, 10, 10, 100, false",
        "0.7, 10, 7, 10, false", "0.07, 10, 7, 100, false", "0.29, 10, 29, 100, false", "0.57, 10, 57, 100, false"
    })
    void theRateMustExceedTheThreshold(double threshold, int samples, int failures, int processed, boolean stops) {
        var reached = check(policy(true, null, threshold, samples, null), failures, processed);
        assertThat(reached != null).isEqualTo(stops);
        if (reached != null) {
            assertThat(reached.code()).isEqualTo(KnownCode.FAILURE_THRESHOLD_EXCEEDED);
        }
    }

    @Test
    void aSuccessCanBringTheSamplesThatWereMissing() {
        var limits = new FailureLimits(policy(true, null, 0.3, 10, null));
        assertThat(limits.check(DLQ, new ItemCounts(5, 4))).isNull();
        assertThat(limits.check(null, new ItemCounts(6, 4))).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"4, 10, 0.168, false", "5, 10, 0.237, true"})
    void withAConfidenceTheLowerBoundMustExceedIt(int failures, int processed, double bound, boolean stops) {
        assertThat(Wilson.lowerBound(failures, processed, Wilson.quantile(0.95)))
                .isCloseTo(bound, within(0.0005));
        var reached = check(policy(true, null, 0.2, null, 0.95), failures, processed);
        assertThat(reached != null).isEqualTo(stops);
    }

    @ParameterizedTest
    @CsvSource({
        "0.5, 0.6744897501960817",
        "0.8, 1.2815515655446004",
        "0.9, 1.6448536269514722",
        "0.95, 1.959963984540054",
        "0.99, 2.5758293035489004",
        "0.999, 3.2905267314919255",
        "0.999999, 4.891638475699285"
    })
    void quantilesAreThoseOfTheTables(double confidence, double expected) {
        assertThat(Wilson.quantile(confidence)).isCloseTo(expected, within(1e-8));
    }

    @Test
    void certaintyDoesNotHang() {
        assertThat(Wilson.quantile(Math.nextDown(1.0))).isBetween(8.0, 40.0);
    }

    @Test
    void noFailuresHaveNoLowerBound() {
        assertThat(Wilson.lowerBound(0, 10, 1.96)).isCloseTo(0, within(1e-12));
        assertThat(Wilson.lowerBound(10, 10, 1.96)).isCloseTo(0.7225, within(0.001));
    }

    @Test
    void theFirstFailureStopsARunThatDoesNotContinue() {
        var policy = policy(false, null, null, null, null);
        assertThat(check(policy, 0, 5)).isNull();
        assertThat(check(policy, 1, 5)).isNotNull();
    }

    @Test
    void checksHaveTheirOrder() {
        var all = policy(false, 1, 0.0, 1, null);
        var stop = new FailureDisposition.Stop();
        assertThat(new FailureLimits(policy(true, 1, 0.0, 1, null)).check(stop, new ItemCounts(0, 1)))
                .extracting(LimitReached::code, LimitReached::limit)
                .containsExactly(KnownCode.ITEM_FAILED, null);
        assertThat(check(all, 1, 1)).extracting(LimitReached::code).isEqualTo(KnownCode.ITEM_FAILED);
        assertThat(check(policy(true, 1, 0.0, 1, null), 1, 1))
                .extracting(LimitReached::code)
                .isEqualTo(KnownCode.MAX_FAILURES_REACHED);
    }

    @Test
    void aSmallMapIsWarnedOf() {
        var limits = new FailureLimits(policy(true, null, 0.3, null, null));
        assertThat(limits.rateCannotTrip(9)).isTrue();
        assertThat(limits.rateCannotTrip(10)).isFalse();
        assertThat(new FailureLimits(policy(true, null, null, null, null)).rateCannotTrip(1))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "0.2, 10, 100, 29, true", "0.2, 10, 100, 30, false", "0.29, 0, 100, 28, true", "0.29, 0, 100, 29, false",
        "0, 0, 100, 0, false", "0.5, 0, 1, 0, false", "0.5, 0, 2, 0, true", "1e300, 10, 100, 999999, true",
        "0.2, 10, 0, 9, true", "0.2, 10, 0, 10, false"
    })
    void theRunsBudgetAdmitsRetries(double ratio, int least, long first, long retries, boolean admitted) {
        assertThat(new RetryAllowance(retries, first).admits(new RetryBudget(ratio, least)))
                .isEqualTo(admitted);
    }

    @Test
    void attemptsAreCountedApart() {
        assertThat(RetryAllowance.NONE.plusFirst().plusFirst().plusRetry()).isEqualTo(new RetryAllowance(1, 2));
        assertThat(new RetryAllowance(0, 100).limit(RetryBudget.of(0.2))).isEqualTo(30);
    }
}
