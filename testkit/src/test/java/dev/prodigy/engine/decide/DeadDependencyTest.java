package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.model.policy.RetryBudget;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §6.3, §7: what 1,000 items cost whose dependency is dead, by the policy that guards them.
class DeadDependencyTest {
    private static final int ITEMS = 1000;

    private static ManualEngine run(Plans plans) {
        return new ManualEngine(
                        plans.parallel(10).retries(5, Duration.ofSeconds(10)).done(),
                        new Script().items(ITEMS).attempts(_ -> Attempt.failing(Plans.exit(1))))
                .begin()
                .play();
    }

    private static long calls(ManualEngine run) {
        return run.journal().stream()
                .filter(each -> each.event() instanceof ItemEvent.Started)
                .count();
    }

    @ParameterizedTest
    @CsvSource({"0.2, 0, 1200", "0.19, 10, 1200", "0.2, 10, 1210", "0, 0, 1000"})
    void aRunWideBudgetBoundsTheRetries(double ratio, int least, int calls) {
        var run = run(Plans.mapReduce().budget(new RetryBudget(ratio, least)));
        assertThat(calls(run)).isEqualTo(calls);
        assertThat(run.state().failures()).isEqualTo(ITEMS);
    }

    @Test
    void withoutAnythingEveryRetryIsMade() {
        assertThat(calls(run(Plans.mapReduce()))).isEqualTo(5 * ITEMS);
    }

    @Test
    void aBreakerThatStopsTheRunCostsAHandfulOfCalls() {
        var breaker = new BreakerPolicy(5, 1, Duration.ofSeconds(30), 1, OnOpen.STOP, null, null);
        var run = run(Plans.mapReduce().breaker(breaker));
        assertThat(calls(run)).isLessThanOrEqualTo(15);
        assertThat(run.end()).isInstanceOf(EndEvent.Stopped.class);
        assertThat(run.state().items().counts().pending()).isEqualTo(ITEMS);
    }

    @Test
    void aBudgetIsNotRenewedByARestart() {
        var plans =
                Plans.mapReduce().budget(new RetryBudget(0.2, 0)).parallel(10).retries(5, Duration.ofSeconds(10));
        var script = new Script().items(ITEMS).attempts(_ -> Attempt.failing(Plans.exit(1)));
        var run =
                new ManualEngine(plans.done(), script).dyingAfter(1500).begin().play();
        var again = run.afterwards().resume().play();
        // what was under way at the crash is tried again without using the budget
        assertThat(calls(again)).isBetween(1200L, 1210L);
    }
}
