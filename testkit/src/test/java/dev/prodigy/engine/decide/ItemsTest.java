package dev.prodigy.engine.decide;

import static dev.prodigy.engine.decide.Journals.starts;
import static dev.prodigy.engine.decide.Journals.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.RetryBudget;
import dev.prodigy.model.workflow.MapTimeouts;
import dev.prodigy.model.workflow.OnConflict;
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
