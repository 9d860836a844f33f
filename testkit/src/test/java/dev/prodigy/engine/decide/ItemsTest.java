package dev.prodigy.engine.decide;

import static dev.prodigy.engine.decide.Journals.starts;
import static dev.prodigy.engine.decide.Journals.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.policy.RetryBudget;
import dev.prodigy.model.workflow.MapTimeouts;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.model.workflow.PhaseSteps.When;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Spec 02 §5, §6 and 03 §6, §8: which items start when, and what becomes of them.
class ItemsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static Attempt failing() {
        return Attempt.failing(Plans.exit(1));
    }

    private static Script failingAlways(int items) {
        return new Script().items(items).attempts(_ -> failing());
    }

    @Test
    void aWaitingItemHoldsNoPlaceAndGoesFirstWhenItIsDue() {
        var run = new ManualEngine(
                        Plans.mapReduce()
                                .parallel(1)
                                .retries(2, Duration.ofSeconds(2))
                                .done(),
                        new Script()
                                .items(4)
                                .attempts(start ->
                                        start.item() == 0 && start.attempt() == 1 ? failing() : Attempt.good()))
                .begin()
                .play();
        // setup takes the first second, each attempt one more
        assertThat(starts(run)).containsExactly("001#1@1", "002#1@2", "003#1@3", "001#2@4", "004#1@5");
        assertThat(run.end().body().toString()).contains("completed");
    }

    /// The second attempts change places: item 1's ends first and is due first.
    @Test
    void anItemKeepsTheCorrelationIdOfItsFirstAttempt() {
        var run = new ManualEngine(
                        Plans.mapReduce()
                                .parallel(2)
                                .retries(2, Duration.ofSeconds(2))
                                .done(),
                        new Script().items(4).attempts(start -> start.attempt() == 1 ? failing() : Attempt.good()))
                .begin()
                .play();
        var ends = run.journal().stream()
                .filter(each -> each.event() instanceof ItemEvent.Completed || each.event() instanceof ItemEvent.Failed)
                .toList();
        assertThat(ends).hasSize(8);
        for (var end : ends) {
            var item = end.context().itemId();
            int first = Integer.parseInt(item.substring(5)) % 2 == 1 ? 1 : 2;
            assertThat(end.context().correlationId()).isEqualTo("agent-" + first + "-" + item);
        }
    }

    @Test
    void itemsStartInOrderAndNeverMoreThanAllowed() {
        var run = new ManualEngine(Plans.mapReduce().parallel(3).done(), new Script().items(30))
                .begin()
                .play();
        assertThat(run.mostAttempts()).isEqualTo(3);
        assertThat(starts(run).stream().map(each -> each.substring(0, 3)).toList())
                .isSorted();
    }

    @Test
    void aLettersWordIsWrittenBeforeTheFinalFailure() {
        var run = new ManualEngine(
                        Plans.mapReduce().parallel(1).retries(2, SECOND).done(), failingAlways(1))
                .begin()
                .play();
        assertThat(run.journal().stream()
                        .filter(each -> each.context().itemId() != null)
                        .map(Recorded::event)
                        .map(event -> event.type())
                        .toList())
                .containsExactly(
                        "agent_started",
                        "agent_failed",
                        "retry_scheduled",
                        "agent_started",
                        "dlq_item_added",
                        "agent_failed");
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

    @Test
    void conflictsAreTriedAgainBesideTheAllowance() {
        var plan = Plans.mapReduce()
                .parallel(1)
                .retries(2, SECOND)
                .onConflict(new OnConflict.Retry())
                .done();
        var repeated = new ArrayList<Boolean>();
        var conflicting = new ManualEngine(plan, new Script().items(1).attempts(start -> {
                            repeated.add(start.repeatsConflict());
                            return Attempt.failing(Plans.conflict());
                        }))
                .begin()
                .play();
        // three retries of its own, then the policy's one
        assertThat(times(conflicting, "agent_started")).isEqualTo(5);
        assertThat(announced(conflicting)).containsExactly("2 of 5", "3 of 5", "4 of 5", "5 of 5");
        assertThat(repeated).containsExactly(true, true, true, false, false);
        var resolved = new ManualEngine(plan, new Script().items(1).attempts(start -> switch (start.attempt()) {
                            case 1, 2 -> Attempt.failing(Plans.conflict());
                            case 3 -> failing();
                            default -> Attempt.good();
                        }))
                .begin()
                .play();
        assertThat(times(resolved, "agent_started")).isEqualTo(4);
        assertThat(times(resolved, "agent_completed")).isEqualTo(1);
        // the other failure leaves no more than the policy's
        assertThat(announced(resolved)).containsExactly("2 of 5", "3 of 5", "4 of 4");
    }

    private static List<String> announced(ManualEngine run) {
        return run.journal().stream()
                .map(Recorded::event)
                .filter(StepEvent.RetryScheduled.class::isInstance)
                .map(StepEvent.RetryScheduled.class::cast)
                .map(retry -> retry.nextAttempt() + " of " + retry.maxAttempts())
                .toList();
    }

    /// Spec 05 §6: `max_attempts` is of the item in the events of an item, where there may be more than one attempt.
    @ParameterizedTest
    @CsvSource({"3, 3", "1, "})
    void theEventsOfAttemptsTellHowManyThereMayBe(int attempts, Integer told) {
        var run = new ManualEngine(
                        Plans.mapReduce().parallel(1).retries(attempts, SECOND).done(),
                        new Script().items(2).attempts(start -> start.item() == 0 ? failing() : Attempt.good()))
                .begin()
                .play();

        for (var type : List.of("agent_started", "agent_failed", "dlq_item_added", "agent_completed")) {
            assertThat(run.journal())
                    .filteredOn(each -> each.event().type().equals(type))
                    .as(type)
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(each.context().maxAttempts()).isEqualTo(told));
        }
    }

    @Test
    void theRunWideBudgetBoundsTheRetriesOfAllItems() {
        var run = new ManualEngine(
                        Plans.mapReduce()
                                .parallel(1)
                                .retries(5, SECOND)
                                .budget(new RetryBudget(0.2, 3))
                                .done(),
                        failingAlways(10))
                .begin()
                .play();
        assertThat(times(run, "agent_started")).isEqualTo(10 + 3 + 2);
    }

    @Test
    void aRetryThatCannotBeginBeforeTheItemsLimitIsGivenUp() {
        var run = new ManualEngine(
                        Plans.mapReduce()
                                .parallel(1)
                                .retries(5, Duration.ofSeconds(3))
                                .agentLimit(Duration.ofSeconds(4), MapTimeouts.Action.SKIP)
                                .done(),
                        new Script().items(1).attempts(_ -> failing().lasting(Duration.ZERO)))
                .begin()
                .play();
        assertThat(times(run, "agent_started")).isEqualTo(2);
        assertThat(run.state().lastFailure().retries().aborted().word()).isEqualTo("deadline");
        // the limit did not pass: its action does not apply
        assertThat(times(run, "item_skipped")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"6, ", "6, 9", ", 6", "9, 6"})
    void aRetryThatCannotBeginBeforeTheRunsOrItsCallersDeadlineIsGivenUp(Integer own, Integer callers) {
        var plans = Plans.mapReduce()
                .parallel(1)
                .retries(5, Duration.ofSeconds(3))
                .timeout(own == null ? null : Duration.ofSeconds(own))
                .callersTime(callers == null ? null : Duration.ofSeconds(callers));
        var run = new ManualEngine(
                        plans.done(),
                        new Script().items(1).attempts(_ -> failing().lasting(Duration.ZERO)))
                .begin()
                .play();
        assertThat(times(run, "agent_started")).isEqualTo(2);
        assertThat(run.state().lastFailure().retries().aborted().word()).isEqualTo("deadline");
        assertThat(run.state().items().counts().failed()).isOne();
    }

    @ParameterizedTest
    @EnumSource(MapTimeouts.Action.class)
    void anItemThatRanOutOfTimeMayHaveAnActionOfItsOwn(MapTimeouts.Action action) {
        var timeout = ErrorRecord.of(
                KnownCode.TIMEOUT.row(), "timed out", Evidence.NONE.withTimeout(1000, TimeoutScope.AGENT));
        var run = new ManualEngine(
                        Plans.mapReduce()
                                .parallel(1)
                                .retries(3, SECOND)
                                .agentLimit(SECOND, action)
                                .done(),
                        new Script().items(2).attempts(_ -> Attempt.failing(timeout)))
                .begin()
                .play();
        switch (action) {
            case DLQ, GRACEFUL_TERMINATE ->
                assertThat(times(run, "dlq_item_added")).isEqualTo(2);
            case SKIP -> assertThat(times(run, "item_skipped")).isEqualTo(2);
            case FAIL -> assertThat(times(run, "agent_started")).isEqualTo(1);
        }
    }

    @Test
    void aWaitIsNeverLongerThanItWasWhateverTheClockDid() {
        var plan =
                Plans.mapReduce().parallel(1).retries(2, Duration.ofSeconds(30)).done();
        var script = new Script().items(1).attempts(start -> start.attempt() == 1 ? failing() : Attempt.good());
        var run = new ManualEngine(plan, script).begin().playUntil(Duration.ofSeconds(5));
        var clock = run.clock();
        clock.setWall(clock.now().now().minus(Duration.ofDays(1)));
        var again = run.afterwards().resume().play();
        assertThat(starts(again)).containsExactly("001#1@1", "001#2@35");
    }
}
