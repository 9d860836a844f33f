package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.item.CanaryRule;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.error.Origin;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 03 §5: the first items decide whether the rest may run.
class CanaryTest {
    private static Script failing(int first) {
        return new Script()
                .items(6)
                .attempts(start -> start.item() < first ? Attempt.failing(Plans.exit(1)) : Attempt.good());
    }

    private static Plans plans(int items, boolean approve, int maxFailures) {
        return Plans.mapReduce().parallel(4).canary(new CanaryRule(items, approve, maxFailures));
    }

    private static List<ItemEvent.CanaryEvaluated> gates(ManualEngine run) {
        return run.journal().stream()
                .map(each -> each.event())
                .filter(ItemEvent.CanaryEvaluated.class::isInstance)
                .map(ItemEvent.CanaryEvaluated.class::cast)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # canary, failing, allowed, passes
            2, 0, 0, true
            2, 1, 0, false
            2, 1, 1, true
            3, 2, 1, false
            """)
    void theGateCountsFailures(int items, int failing, int allowed, boolean passes) {
        var run = new ManualEngine(plans(items, false, allowed).done(), failing(failing))
                .begin()
                .play();
        assertThat(gates(run)).hasSize(1);
        assertThat(gates(run).getFirst().passed()).isEqualTo(passes);
        assertThat(gates(run).getFirst().failures()).isEqualTo(failing);
        var counts = run.state().items().counts();
        assertThat(counts.pending()).isEqualTo(passes ? 0 : 6 - items);
        if (!passes) {
            var stopped = (EndEvent.Stopped) run.end();
            assertThat(stopped.error().code()).isEqualTo("CANARY_FAILED");
            assertThat(stopped.exitCode()).isEqualTo(4);
        }
        int gate =
                run.journal().stream().map(each -> each.event().type()).toList().indexOf("canary_evaluated");
        assertThat(run.journal().subList(0, gate).stream().filter(each -> each.event() instanceof ItemEvent.Started))
                .hasSize(items);
    }

    @Test
    void theMessageCountsTheCanaryAfterAResumeToo() {
        var run =
                new ManualEngine(plans(2, false, 0).done(), failing(1)).begin().play();
        for (var each : List.of(run, run.afterwards().resume().play())) {
            assertThat(((EndEvent.Stopped) each.end()).error().message())
                    .isEqualTo(
                            "stopped behind the canary: 1 of its 2 items failed; next: prodigy dlq retry mapreduce-test,"
                                    + " or prodigy resume mapreduce-test -y");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | 1 of its 3 items was skipped
            2 | 1 of its 3 items failed and 1 was skipped
            """)
    void theMessageTellsSkippedItemsFromFailedOnes(int failing, String told) {
        var script =
                new Script().items(6).attempts(start -> start.item() < failing ? failingItem(start) : Attempt.good());
        var stopped =
                new ManualEngine(plans(3, false, 0).done(), script).begin().play();
        assertThat(((EndEvent.Stopped) stopped.end()).error().cause()).isNotNull();

        var skipped = stopped.afterwards().send(Plans.skip(failing - 1));
        var again = (EndEvent.Stopped) skipped.afterwards().resume().play().end();

        assertThat(again.error().message()).startsWith("stopped behind the canary: " + told);
        assertThat(again.error().cause())
                .as("what failed last is no failure any more")
                .isNull();
    }

    private static Attempt failingItem(Effect.StartAttempt start) {
        var origin = Origin.UNKNOWN.inItem(ItemId.of(start.item()), start.attempt());
        return Attempt.failing(Plans.exit(1).with(origin));
    }

    @Test
    void skippedItemsCountAsFailures() {
        var plan =
                plans(2, false, 0).onItemFailure(new FailureDisposition.Skip()).done();
        assertThat(new ManualEngine(plan, failing(1)).begin().play().end()).isInstanceOf(EndEvent.Stopped.class);
    }

    @Test
    void retriesOfTheCanaryComeFirst() {
        var plan = plans(2, false, 0).retries(2, Duration.ofMinutes(1)).done();
        var run = new ManualEngine(
                        plan,
                        new Script()
                                .items(6)
                                .attempts(start -> start.item() == 0 && start.attempt() == 1
                                        ? Attempt.failing(Plans.exit(1))
                                        : Attempt.good()))
                .begin()
                .play();
        assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
        assertThat(gates(run).getFirst().passed()).isTrue();
    }

    @Test
    void aCanaryAsLargeAsTheRunHasNoGate() {
        var run = new ManualEngine(plans(6, true, 0).done(), failing(1)).begin().play();
        assertThat(gates(run)).isEmpty();
        assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void aPersonMayDecide(boolean yes, boolean goesOn) {
        var run = new ManualEngine(plans(2, true, 0).done(), failing(1).approving(yes))
                .begin()
                .play();
        assertThat(run.end() instanceof EndEvent.Completed).isEqualTo(goesOn);
    }

    @Test
    void aRunThatIsStoppedAtTheQuestionAsksItAgain() {
        var plan = plans(2, true, 0).done();
        var script = failing(0).approving(true).considering(Duration.ofMinutes(1));
        var stopped = new ManualEngine(plan, script)
                .begin()
                .playUntil(Duration.ofSeconds(30))
                .send(new Signal.StopAsked("signal", "SIGINT", false))
                .play();
        assertThat(stopped.end()).isInstanceOf(EndEvent.Cancelled.class);
        assertThat(gates(stopped)).isEmpty();
        var resumed = stopped.afterwards().resume().play();
        assertThat(gates(resumed)).hasSize(1);
        assertThat(resumed.end()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void aResumeAsksTheGateAgainAndYesPassesIt() {
        for (var approve : new boolean[] {true, false}) {
            var plan = plans(2, approve, 0).done();
            var stopped = new ManualEngine(plan, failing(1)).begin().play();
            assertThat(stopped.end()).isInstanceOf(EndEvent.Stopped.class);
            var again = stopped.afterwards().resume().play();
            assertThat(again.end()).isInstanceOf(EndEvent.Stopped.class);
            assertThat(gates(again)).hasSize(2);
            var approved = again.afterwards().resumeApproved().play();
            assertThat(approved.end()).isInstanceOf(EndEvent.Completed.class);
            assertThat(gates(approved).getLast().passed()).isTrue();
            assertThat(approved.state().items().counts().pending()).isZero();
        }
    }

    @Test
    void canaryItemsThatWereRedrivenPassTheGate() {
        var broken = new boolean[] {true};
        var script = new Script()
                .items(6)
                .attempts(start -> broken[0] && start.item() == 0 ? Attempt.failing(Plans.exit(1)) : Attempt.good());
        var plan = plans(2, false, 0).done();
        var stopped = new ManualEngine(plan, script).begin().play();
        broken[0] = false;
        var redriven = stopped.afterwards().redrive(List.of(0), true, 4).play();
        assertThat(redriven.end()).isInstanceOf(EndEvent.Stopped.class);
        assertThat(redriven.state().items().counts().pending()).isEqualTo(4);
        var resumed = redriven.afterwards().resume().play();
        assertThat(resumed.end()).isInstanceOf(EndEvent.Completed.class);
        assertThat(resumed.state().items().counts().successful()).isEqualTo(6);
    }

    @Test
    void theGateIsDecidedOnceWhateverTheProcessSuffers() {
        for (int failures = 0; failures < 2; failures++) {
            var plan = plans(2, false, 0).done();
            var whole = new ManualEngine(plan, failing(failures)).begin().play();
            for (int durable = 1; durable < whole.journal().size(); durable++) {
                var died = new ManualEngine(plan, failing(failures))
                        .dyingAfter(durable)
                        .begin()
                        .play();
                var again = died.afterwards().resume().play();
                assertThat(again.end().type())
                        .as("after %d", durable)
                        .isEqualTo(whole.end().type());
                assertThat(again.state().items().counts())
                        .as("after %d", durable)
                        .isEqualTo(whole.state().items().counts());
            }
        }
    }
}
