package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.item.ItemIds;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemHandler.Then;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Items whose allowance a person changes: by another workflow at a resume, or by putting them back.
class ChangedAttemptsTest {
    private static final Script FAILING = new Script().items(1).attempts(_ -> Attempt.failing(Plans.exit(1)));

    private static Plans plan(int attempts) {
        return Plans.mapReduce().parallel(1).retries(attempts, Duration.ofSeconds(10));
    }

    private static List<Integer> starts(ManualEngine run) {
        return run.journal().stream()
                .filter(each -> each.event() instanceof ItemEvent.Started)
                .map(each -> each.context().attempt())
                .toList();
    }

    /// Two attempts failed, the third is waited for.
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "3, 3", "5, 5"})
    void aLoweredAllowanceHoldsAtOnce(int attempts, int executions) {
        var run = new ManualEngine(plan(4).done(), FAILING).begin().playUntil(Duration.ofSeconds(15));
        assertThat(starts(run)).hasSize(2);
        assertThat(run.state().items().state(0)).isEqualTo(ItemState.WAITING);
        var next = run.afterwards(plan(attempts).done()).resume().play();
        assertThat(starts(next)).hasSize(executions);
        assertThat(next.end()).isInstanceOf(EndEvent.Completed.class);
        assertThat(next.state().items().state(0)).isEqualTo(ItemState.FAILED);
        assertThat(next.state().items().failedAttempts(0)).isEqualTo(executions);
        var last = next.journal().stream()
                .filter(each -> each.event() instanceof ItemEvent.Failed failed && failed.isFinal())
                .map(each -> (ItemEvent.Failed) each.event())
                .toList();
        assertThat(last).hasSize(1);
        assertThat(last.getFirst().error().code()).isEqualTo("EXIT_1");
        assertThat(last.getFirst().error().retries().exhausted()).isTrue();
        assertThat(last.getFirst().error().retries().attempt()).isEqualTo(executions);
    }

    /// The third attempt is cut off by the death.
    @Test
    void soItDoesForAnItemInProgress() {
        var script = new Script()
                .items(1)
                .attempts(_ -> Attempt.failing(Plans.exit(1)).lasting(Duration.ofSeconds(5)));
        var run = new ManualEngine(plan(4).done(), script).begin().playUntil(Duration.ofSeconds(33));
        assertThat(run.state().items().state(0)).isEqualTo(ItemState.RUNNING);
        var next = run.afterwards(plan(2).done()).resume().play();
        assertThat(starts(next)).containsExactly(1, 2, 3);
        assertThat(next.state().items().state(0)).isEqualTo(ItemState.FAILED);
    }

    @Test
    void itsHandlerRunsOnce() {
        var run = new ManualEngine(plan(4).handledBy(Then.SKIP).done(), FAILING)
                .begin()
                .playUntil(Duration.ofSeconds(15));
        var next = run.afterwards(plan(2).handledBy(Then.SKIP).done()).resume().play();
        assertThat(starts(next)).hasSize(2);
        assertThat(next.state().items().state(0)).isEqualTo(ItemState.SKIPPED);
        assertThat(next.journal().stream().filter(each -> each.event().type().equals("handler_completed")))
                .hasSize(1);
    }

    /// A failed item that is put back has not finally failed any more: of three failures two are left, and the one
    /// that it comes to anew makes three.
    @Test
    void whatIsPutBackDoesNotCountAsFailed() {
        var script = new Script()
                .items(6)
                .attempts(start -> start.item() < 3 ? Attempt.failing(Plans.exit(1)) : Attempt.good());
        var plan = Plans.mapReduce().parallel(1).maxFailures(4).done();
        var requeue = new Signal.Controlled(new ControlEvent.Received(
                "requeue", new Value.Fields(Map.of("items", ItemIds.of(List.of(0, 1)))), "ada"));
        var run = new ManualEngine(plan, script)
                .sendAt(Duration.ofMillis(4500), requeue)
                .begin()
                .playUntil(Duration.ofMillis(4600));
        assertThat(run.state().failures()).isEqualTo(1);
        run.play();
        assertThat(run.state().failures()).isEqualTo(3);
        assertThat(run.end().exitCode()).isEqualTo(3);
    }
}
