package dev.prodigy.engine.decide;

import static dev.prodigy.engine.decide.Journals.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.workflow.PhaseSteps.When;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §6 and 03 §8: limits of failures stop the run.
class FailureLimitsTest {
    private static Attempt failing() {
        return Attempt.failing(Plans.exit(1));
    }

    private static Script failingAlways(int items) {
        return new Script().items(items).attempts(_ -> failing());
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # policy, items executed, exit
            max,      3, MAX_FAILURES_REACHED
            first,    1, ITEM_FAILED
            stop,     1, ITEM_FAILED
            rate,    10, FAILURE_THRESHOLD_EXCEEDED
            """)
    void aLimitStopsTheRunWithoutReduce(String policy, int executed, String code) {
        var plans = Plans.mapReduce().parallel(1);
        var plan = switch (policy) {
            case "max" -> plans.maxFailures(3);
            case "first" -> plans.stoppingAtFirst();
            case "stop" -> plans.onItemFailure(new FailureDisposition.Stop());
            default -> plans.threshold(0.3);
        };
        var run = new ManualEngine(plan.done(), failingAlways(20)).begin().play();
        var stopped = (EndEvent.Stopped) run.end();
        assertThat(stopped.exitCode()).isEqualTo(4);
        assertThat(stopped.error().code()).isEqualTo(code);
        assertThat(stopped.error().category().word()).isEqualTo("policy");
        assertThat(times(run, "agent_started")).isEqualTo(executed);
        assertThat(times(run, "dlq_item_added")).isEqualTo(executed);
        assertThat(run.state().items().counts().pending()).isEqualTo(20 - executed);
        assertThat(run.state().stage("reduce").toString()).contains("Ahead");
    }

    @ParameterizedTest
    @CsvSource({"4, 10, false", "3, 10, true", "4, 11, false"})
    void theRateCountsFromTenItemsOnAndStrictly(int failures, int items, boolean goesOn) {
        var run = new ManualEngine(
                        Plans.mapReduce().parallel(1).threshold(0.3).done(),
                        new Script()
                                .items(items)
                                .attempts(start -> start.item() >= items - failures ? failing() : Attempt.good()))
                .begin()
                .play();
        assertThat(run.end() instanceof EndEvent.Completed).isEqualTo(goesOn);
    }

    @Test
    void aLimitReachedByTheLastItemStillKeepsReduceFromRunning() {
        var run = new ManualEngine(Plans.mapReduce().parallel(1).maxFailures(2).done(), failingAlways(2))
                .begin()
                .play();
        assertThat(run.end()).isInstanceOf(EndEvent.Stopped.class);
        assertThat(Json.write(run.state().policyStopped().limit())).isEqualTo("2");
        assertThat(Json.write(run.state().policyStopped().observed())).isEqualTo("2");
    }

    @Test
    void reduceThatAlwaysRunsSeesPartialResultsAndRunsAgainAfterAResume() {
        var failing = new boolean[] {true};
        var script = new Script().items(5).attempts(_ -> failing[0] ? failing() : Attempt.good());
        var run = new ManualEngine(
                        Plans.mapReduce()
                                .parallel(1)
                                .maxFailures(1)
                                .reduceWhen(When.ALWAYS)
                                .done(),
                        script)
                .begin()
                .play();
        assertThat(run.end()).isInstanceOf(EndEvent.Stopped.class);
        assertThat(run.state().stage("reduce").toString()).contains("Done");
        failing[0] = false;
        var again = run.afterwards().resume().play();
        assertThat(again.end()).isInstanceOf(EndEvent.Completed.class);
        assertThat(again.journal().stream()
                        .filter(each -> each.event() instanceof dev.prodigy.model.event.PhaseEvent.PhaseCompleted done
                                && done.phase().equals("reduce"))
                        .count())
                .isEqualTo(2);
    }

    @Test
    void drainingLetsRunningItemsFinishAndKillingPutsThemBack() {
        for (var kill : new boolean[] {false, true}) {
            var plans = Plans.mapReduce().parallel(2).maxFailures(1);
            var run = new ManualEngine(
                            (kill ? plans.killing() : plans).done(),
                            new Script()
                                    .items(6)
                                    .attempts(start -> start.item() == 0
                                            ? failing()
                                            : Attempt.good().lasting(Duration.ofSeconds(5))))
                    .begin()
                    .play();
            assertThat(run.end()).isInstanceOf(EndEvent.Stopped.class);
            assertThat(times(run, "agent_completed")).isEqualTo(kill ? 0 : 1);
            assertThat(times(run, "agent_interrupted")).isEqualTo(kill ? 1 : 0);
        }
    }

    @Test
    void reduceThatAlwaysRunsDoesSoBehindKilledItems() {
        var run = new ManualEngine(
                        Plans.mapReduce()
                                .parallel(3)
                                .maxFailures(1)
                                .killing()
                                .reduceWhen(When.ALWAYS)
                                .done(),
                        new Script()
                                .items(6)
                                .attempts(start -> start.item() == 0
                                        ? failing()
                                        : Attempt.good().lasting(Duration.ofSeconds(5))))
                .begin()
                .play();
        assertThat(run.end()).isInstanceOf(EndEvent.Stopped.class);
        assertThat(times(run, "agent_interrupted")).isEqualTo(2);
        assertThat(run.state().stage("reduce").toString()).contains("Done");
        assertThat(run.state().items().counts().pending()).isEqualTo(5);
    }

    @Test
    void aResumeAfterAStopCountsAnewAndOneAfterACrashDoesNot() {
        var plan = Plans.mapReduce().parallel(1).maxFailures(2).done();
        var approved = new ManualEngine(plan, failingAlways(9))
                .begin()
                .play()
                .afterwards()
                .resume()
                .play();
        assertThat(times(approved, "agent_started")).isEqualTo(4);
        var crashed = new ManualEngine(plan, failingAlways(9))
                .begin()
                .playUntil(Duration.ofMillis(2500))
                .afterwards();
        assertThat(times(crashed.resume().play(), "agent_failed")).isEqualTo(2);
    }

    @Test
    void aStopThatIsWrittenEndsTheRunEvenIfTheProcessDiesThere() {
        var plan = Plans.mapReduce().parallel(1).maxFailures(1).done();
        var whole = new ManualEngine(plan, failingAlways(9)).begin().play();
        int stop = whole.journal().stream()
                .map(each -> each.event().type())
                .toList()
                .indexOf("policy_stopped");
        var run = new ManualEngine(plan, failingAlways(9))
                .dyingAfter(stop + 1)
                .begin()
                .play();
        var again = run.afterwards().resume().play();
        assertThat(again.end()).isInstanceOf(EndEvent.Stopped.class);
        assertThat(times(again, "agent_started")).isEqualTo(1);
    }
}
