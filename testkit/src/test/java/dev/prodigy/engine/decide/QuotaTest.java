package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.quota.Quota;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.QuotaEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.model.policy.QuotaPolicy;
import dev.prodigy.model.policy.QuotaPolicy.OnLimit;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 02 §8.2: what a run does when its agents meet their usage limit. Items are calls of an agent; setup takes the
/// first second, each call one more.
class QuotaTest {
    private static final QuotaPolicy WAIT = new QuotaPolicy(OnLimit.WAIT, Duration.ofHours(6), Duration.ofMinutes(1));

    private static Plan plan(QuotaPolicy policy) {
        return Plans.mapReduce().parallel(2).agents(policy).done();
    }

    /// @param resetSecond when the limit ends, in seconds of the run; null: unknown
    private static ErrorRecord limit(@Nullable Integer resetSecond) {
        var reset = resetSecond == null ? null : VirtualClock.START.plusSeconds(resetSecond);
        return ErrorRecord.of(
                KnownCode.USAGE_LIMIT.row(), "usage limit reached", Evidence.NONE.withRetryAfter(null, reset));
    }

    private static ErrorRecord spent() {
        return ErrorRecord.of(KnownCode.SPEND_LIMIT.row(), "credit balance is too low");
    }

    private static ManualEngine run(Plan plan, int items, BiFunction<Integer, Integer, ErrorRecord> agent) {
        return new ManualEngine(plan, new Script().items(items).agent(agent))
                .begin()
                .play();
    }

    /// @return pauses, probes and ends of pauses with the second in which they came
    private static List<String> quota(ManualEngine run) {
        return run.journal().stream()
                .filter(each -> each.event() instanceof QuotaEvent)
                .map(each ->
                        each.elapsed().toSeconds() + " " + each.event().type().substring("quota_".length()))
                .toList();
    }

    private static long count(ManualEngine run, Class<?> type) {
        return run.journal().stream()
                .map(Recorded::event)
                .filter(type::isInstance)
                .count();
    }

    @Test
    void aLimitPausesTheRunUntilOneProbeShowsThatItIsOver() {
        var run = run(plan(WAIT), 5, (item, call) -> item < 2 && call == 1 ? limit(100) : null);
        assertThat(run.calls())
                .containsExactly("001@1", "002@1", "001@100", "002@101", "003@101", "004@102", "005@102");
        assertThat(quota(run)).containsExactly("2 paused", "100 probe", "101 resumed");
        assertThat(run.state().items().count(ItemState.SUCCESSFUL)).isEqualTo(5);
        assertThat(count(run, ItemEvent.Failed.class)).isZero();
        assertThat(run.state().items().attempts(0)).isOne();
        assertThat(run.state().quota()).isEqualTo(new Quota.Free());
    }

    @Test
    void aProbeThatMeetsTheLimitAgainPausesAgain() {
        var run = run(plan(WAIT), 2, (item, call) -> item == 0 && call < 3 ? limit(call * 50) : null);
        // item 2 was under way when the first notice came, and went on
        assertThat(run.calls()).containsExactly("001@1", "002@1", "001@50", "001@100");
        assertThat(quota(run)).containsExactly("2 paused", "50 probe", "51 paused", "100 probe", "101 resumed");
    }

    @Test
    void withoutAResetTimeTheIntervalDoublesUpToAQuarterOfAnHour() {
        var run = run(plan(WAIT), 1, (_, call) -> call < 8 ? limit(null) : null);
        var gaps = new ArrayList<Long>();
        Duration paused = null;
        for (var each : run.journal()) {
            if (each.event() instanceof QuotaEvent.Paused) {
                paused = each.elapsed();
            } else if (each.event() instanceof QuotaEvent.Probed) {
                gaps.add(each.elapsed().minus(paused).toMinutes());
            }
        }
        assertThat(gaps).containsExactly(1L, 2L, 4L, 8L, 15L, 15L, 15L);
    }

    @Test
    void anItemInLineIsTheProbeWhenNobodyIsParked() {
        var plan = Plans.mapReduce().parallel(1).agents(WAIT).done();
        var script = new Script().items(3).agent((item, call) -> item == 0 && call == 1 ? limit(60) : null);
        var died = new ManualEngine(plan, script).begin().playUntil(Duration.ofSeconds(10));
        // a crash leaves nobody parked; the resume waits for the rest
        var again = died.afterwards().resume().play();
        assertThat(again.calls()).containsExactly("001@60", "002@61", "003@62");
        assertThat(quota(again)).containsExactly("2 paused", "60 probe", "61 resumed");
        assertThat(again.state().items().count(ItemState.SUCCESSFUL)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"WAIT, 7202, QUOTA_WAIT_EXCEEDED", "STOP, 10, USAGE_LIMIT"})
    void theRunStopsAtOnceAndItsItemsArePending(OnLimit onLimit, int reset, String code) {
        var policy = new QuotaPolicy(onLimit, Duration.ofHours(1), Duration.ofMinutes(1));
        var run = run(plan(policy), 4, (_, _) -> limit(reset));
        var stopped = (EndEvent.Stopped) run.end();
        assertThat(stopped.exitCode()).isEqualTo(4);
        assertThat(stopped.error().code()).isEqualTo(code);
        assertThat(stopped.error().category().word()).isEqualTo("policy");
        assertThat(stopped.error().cause().code()).isEqualTo("USAGE_LIMIT");
        if (onLimit == OnLimit.WAIT) {
            assertThat(stopped.error().message())
                    .isEqualTo("the agent's usage limit ends at "
                            + Timestamps.format(VirtualClock.START.plusSeconds(reset))
                            + ": it would keep the run waiting for 2h, longer than quota.max_wait of 1h"
                            + "; next: prodigy resume mapreduce-test");
        }
        assertThat(run.state().items().counts().pending()).isEqualTo(4);
        assertThat(run.clock().now().elapsed()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aLimitWithoutAnEndIsWaitedForAsLongAsAllowed() {
        var policy = new QuotaPolicy(OnLimit.WAIT, Duration.ofMinutes(10), Duration.ofMinutes(1));
        var stopped =
                (EndEvent.Stopped) run(plan(policy), 1, (_, _) -> limit(null)).end();
        assertThat(stopped.error().message())
                .isEqualTo("the agent's usage limit did not end within quota.max_wait of 10m"
                        + "; next: prodigy resume mapreduce-test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"WAIT", "FAIL", "STOP"})
    void aSpendLimitStopsTheRunAlways(OnLimit onLimit) {
        var policy = new QuotaPolicy(onLimit, Duration.ofHours(1), Duration.ofMinutes(1));
        var run = run(plan(policy), 4, (item, _) -> item == 1 ? spent() : null);
        assertThat(((EndEvent.Stopped) run.end()).error().code()).isEqualTo("SPEND_LIMIT");
        assertThat(run.state().items().count(ItemState.SUCCESSFUL)).isOne();
        assertThat(run.state().items().counts().pending()).isEqualTo(3);
        assertThat(count(run, ItemEvent.Failed.class)).isZero();
    }

    @Test
    void failMakesAnOrdinaryFailureOfIt() {
        var policy = new QuotaPolicy(OnLimit.FAIL, Duration.ofHours(1), Duration.ofMinutes(1));
        var run = run(plan(policy), 2, (item, _) -> item == 0 ? limit(100) : null);
        assertThat(quota(run)).isEmpty();
        assertThat(run.state().items().state(0)).isEqualTo(ItemState.FAILED);
        assertThat(run.state().lastFailure().code()).isEqualTo("USAGE_LIMIT");
        assertThat(run.state().items().state(1)).isEqualTo(ItemState.SUCCESSFUL);
    }

    @Test
    void theLongestWaitHoldsForAllProbesTogether() {
        var policy = new QuotaPolicy(OnLimit.WAIT, Duration.ofMinutes(5), Duration.ofMinutes(1));
        var run = run(plan(policy), 1, (_, _) -> limit(null));
        // after 1, 2 and the rest of five minutes
        assertThat(run.calls()).hasSize(4);
        var stopped = (EndEvent.Stopped) run.end();
        assertThat(stopped.error().code()).isEqualTo("QUOTA_WAIT_EXCEEDED");
        assertThat(run.clock().now().elapsed()).isBetween(Duration.ofMinutes(5), Duration.ofSeconds(310));
        // a resume is a person's approval: the count begins anew
        var again = run.afterwards().resume().play();
        assertThat(again.calls()).hasSizeGreaterThan(0);
    }

    @Test
    void aPersonsStopEndsParkedItemsAtOnce() {
        var run = new ManualEngine(plan(WAIT), new Script().items(3).agent((_, _) -> limit(3000)))
                .begin()
                .sendAt(Duration.ofSeconds(10), new Signal.StopAsked("signal", "SIGINT", false))
                .play();
        assertThat(run.end()).isInstanceOf(EndEvent.Cancelled.class);
        assertThat(run.clock().now().elapsed()).isEqualTo(Duration.ofSeconds(10));
        assertThat(run.state().items().counts().pending()).isEqualTo(3);
    }

    @Test
    void noBreakerIsToldOfALimit() {
        var breaker = new BreakerPolicy(1, 1, Duration.ofMinutes(5), 1, OnOpen.WAIT, null, null);
        var plan = Plans.mapReduce().parallel(2).agents(WAIT).breaker(breaker).done();
        var run = run(plan, 3, (_, call) -> call == 1 ? limit(60) : null);
        assertThat(run.state().circuits().all()).isEmpty();
        assertThat(run.state().items().count(ItemState.SUCCESSFUL)).isEqualTo(3);
    }

    @Test
    void parkedTimeIsNotChargedToTheItem() {
        var plan = Plans.mapReduce()
                .parallel(1)
                .agents(WAIT)
                .retries(2, Duration.ofSeconds(1))
                .agentLimit(Duration.ofSeconds(10), null)
                .done();
        var run = run(plan, 1, (_, call) -> call == 1 ? limit(1000) : call == 2 ? Plans.exit(1) : null);
        assertThat(run.state().items().count(ItemState.SUCCESSFUL)).isOne();
        assertThat(run.calls()).containsExactly("001@1", "001@1000", "001@1002");
    }

    @Test
    void timeBetweenACrashAndTheResetIsNotChargedEither() {
        var plan = Plans.mapReduce()
                .parallel(2)
                .agents(WAIT)
                .agentLimit(Duration.ofSeconds(10), null)
                .done();
        var limits = new ArrayList<Duration>();
        var script = new Script().items(2).agent((_, call) -> call == 1 ? limit(100) : null);
        var died = new ManualEngine(plan, script).begin().playUntil(Duration.ofSeconds(5));
        var again = died.afterwards().resume().play();
        assertThat(again.state().items().count(ItemState.SUCCESSFUL)).isEqualTo(2);
        for (var each : again.journal()) {
            if (each.event() instanceof ItemEvent.Waiting) {
                limits.add(each.elapsed());
            }
        }
        // each of the two waits before the crash, and behind it
        assertThat(limits).hasSize(4);
    }

    @Test
    void afterAnyEventTheRunGoesOnWaitingAndEndsTheSame() {
        BiFunction<Integer, Integer, ErrorRecord> agent = (item, call) -> item < 2 && call == 1 ? limit(100) : null;
        int events = run(plan(WAIT), 4, agent).journal().size();
        for (int durable = 2; durable < events; durable++) {
            var died = new ManualEngine(plan(WAIT), new Script().items(4).agent(agent))
                    .dyingAfter(durable)
                    .begin()
                    .play();
            boolean paused = died.afterwards().state().quota() instanceof Quota.Paused;
            var again = died.afterwards().resume();
            boolean ahead = again.clock().now().elapsed().compareTo(Duration.ofSeconds(100)) < 0;
            again.play();
            assertThat(again.end()).as("after %d", durable).isInstanceOf(EndEvent.Completed.class);
            assertThat(again.state().items().count(ItemState.SUCCESSFUL)).isEqualTo(4);
            if (paused && ahead) {
                assertThat(again.calls().getFirst()).as("after %d", durable).endsWith("@100");
                assertThat(again.calls())
                        .filteredOn(each -> each.endsWith("@100"))
                        .hasSize(1);
            }
        }
    }
}
