package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.breaker.BreakerState;
import dev.prodigy.engine.breaker.Circuit;
import dev.prodigy.engine.breaker.OpenBreaker;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent.PolicyStopped;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §7: the breaker of the items.
class ItemBreakerTest {
    private static final Duration OPEN = Duration.ofSeconds(30);

    private static BreakerPolicy policy(int failures, int successes, int probes, OnOpen onOpen) {
        return new BreakerPolicy(failures, successes, OPEN, probes, onOpen, null, null);
    }

    private static Plans plans(BreakerPolicy policy) {
        return Plans.mapReduce().parallel(1).breaker(policy);
    }

    private static Script failing(int items, Set<Integer> bad) {
        return new Script()
                .items(items)
                .attempts(start -> bad.contains(start.item()) ? Attempt.failing(Plans.exit(1)) : Attempt.good());
    }

    /// @return what became of breaker and items, with the second in which it did
    private static List<String> course(ManualEngine run) {
        return run.journal().stream()
                .filter(each ->
                        (each.event() instanceof CircuitEvent && !(each.event() instanceof CircuitEvent.Counted))
                                || each.event() instanceof ItemEvent.Started
                                || each.event() instanceof ItemEvent.Waiting)
                .map(each -> each.elapsed().toSeconds() + " "
                        + switch (each.event()) {
                            case CircuitEvent event -> event.type().substring("circuit_".length());
                            case ItemEvent.Waiting waiting -> item(each) + " waits " + waiting.reason();
                            default -> item(each);
                        })
                .toList();
    }

    private static String item(Recorded recorded) {
        return recorded.context().itemId().substring("item-".length());
    }

    private static BreakerState state(ManualEngine run, BreakerPolicy policy) {
        return run.state().circuits().of(Circuit.ofItems(policy).name());
    }

    @Test
    void twoSingleProbesCloseItAndNothingFailsThatNeedNot() {
        var run = new ManualEngine(plans(policy(2, 2, 1, OnOpen.WAIT)).done(), failing(6, Set.of(0, 1)))
                .begin()
                .play();
        assertThat(course(run))
                .containsExactly(
                        "1 001",
                        "2 002",
                        "3 opened",
                        "3 003 waits circuit_open",
                        "33 half_opened",
                        "33 003",
                        "34 004",
                        "35 closed",
                        "35 005",
                        "36 006");
        assertThat(run.state().items().count(ItemState.SUCCESSFUL)).isEqualTo(4);
        assertThat(run.state().failures()).isEqualTo(2);
    }

    @Test
    void aFailedProbeOpensItAgainWithTheFullTime() {
        var run = new ManualEngine(
                        plans(policy(1, 1, 2, OnOpen.WAIT)).parallel(5).done(), failing(9, Set.of(0, 1, 2, 3, 4, 5)))
                .begin()
                .play();
        // two probes at once after the first opening; the second one's failure is late
        assertThat(course(run))
                .containsExactly(
                        "1 001",
                        "1 002",
                        "1 003",
                        "1 004",
                        "1 005",
                        "2 opened",
                        "2 006 waits circuit_open",
                        "32 half_opened",
                        "32 008 waits circuit_open",
                        "32 006",
                        "32 007",
                        "33 opened",
                        "63 half_opened",
                        "63 008",
                        "63 009",
                        "64 closed");
    }

    /// Rule 5: the fourth item took the place of the first, and would have begun behind the opening.
    @ParameterizedTest
    @CsvSource({"WAIT, 6", "STOP, 1"})
    void noAttemptBeginsBehindTheOpening(OnOpen onOpen, int successful) {
        var run = new ManualEngine(plans(policy(2, 1, 1, onOpen)).parallel(3).done(), failing(8, Set.of(0, 1)))
                .begin()
                .play();
        assertThat(course(run)).startsWith("1 001", "1 002", "1 003", "2 opened");
        assertThat(neverAdmittedWhileOpen(run)).isTrue();
        assertThat(run.state().items().count(ItemState.SUCCESSFUL)).isEqualTo(successful);
        assertThat(run.state().items().count(ItemState.FAILED)).isEqualTo(2);
    }

    @Test
    void rejectedItemsFailWithoutAnAttemptAndCountForTheLimits() {
        var run = new ManualEngine(
                        plans(policy(2, 1, 1, OnOpen.REJECT)).maxFailures(4).done(), failing(10, Set.of(0, 1)))
                .begin()
                .play();
        assertThat(course(run)).containsExactly("1 001", "2 002", "3 opened");
        assertThat(run.end())
                .isInstanceOfSatisfying(
                        EndEvent.Stopped.class,
                        stopped -> assertThat(stopped.error().code()).isEqualTo("MAX_FAILURES_REACHED"));
        assertThat(run.state().items().letters().items()).containsExactly(0, 1, 2, 3);
        assertThat(run.state().items().attempts(2)).isZero();
        var refused = run.state().lastFailure();
        assertThat(refused.code()).isEqualTo("CIRCUIT_OPEN");
        assertThat(refused.retries().attempt()).isZero();
        assertThat(refused.origin().itemId()).isEqualTo("item-004");
        assertThat(refused.cause()).isEqualTo(opening(run).error());
    }

    /// Spec 03 §5: the place that its first attempt would have had names it, and no later attempt changes that.
    @Test
    void aRejectedItemHasACorrelationIdThatItsFirstAttemptKeeps() {
        var plan = plans(soonOver()).done();
        var healing = new Script()
                .items(2)
                .attempts(start ->
                        start.item() == 0 && start.attempt() == 1 ? Attempt.failing(Plans.exit(1)) : Attempt.good());
        var run = new ManualEngine(plan, healing).begin().play();
        assertThat(ofSecond(run)).containsExactly("dlq_item_added agent-1-item-002", "agent_failed agent-1-item-002");

        var again = run.afterwards().redrive(List.of(1), true, 4).play();

        assertThat(again.state().items().state(1)).isEqualTo(ItemState.SUCCESSFUL);
        assertThat(ofSecond(again)).contains("agent_completed agent-1-item-002", "dlq_item_removed agent-1-item-002");
    }

    @Test
    void aFirstAttemptInAnotherPlaceKeepsIt() {
        var plan = plans(soonOver()).parallel(2).done();
        // while the first, slow one holds its place, the second opens the breaker for the third
        var slow = new Script()
                .items(3)
                .attempts(start -> start.attempt() == 1 && start.item() == 1
                        ? Attempt.failing(Plans.exit(1))
                        : Attempt.good().lasting(Duration.ofSeconds(start.item() == 0 ? 5 : 1)));
        var run = new ManualEngine(plan, slow).begin().play();
        assertThat(run.state().items().attempts(2)).isZero();
        var ended = run.afterwards().redrive(List.of(2), false, 2).play();

        assertThat(ended.journal())
                .filteredOn(each ->
                        "item-003".equals(each.context().itemId()) && each.event() instanceof ItemEvent.Completed)
                .hasSize(1)
                .allSatisfy(each -> {
                    assertThat(each.context().agentId()).isEqualTo("agent-1");
                    assertThat(each.context().correlationId()).isEqualTo("agent-2-item-003");
                });
    }

    /// It rejects who comes at once, and nobody in a later redrive.
    private static BreakerPolicy soonOver() {
        return new BreakerPolicy(1, 1, Duration.ofMillis(500), 1, OnOpen.REJECT, null, null);
    }

    /// @return what the journal says of the second item, with the correlation id
    private static List<String> ofSecond(ManualEngine run) {
        return run.journal().stream()
                .filter(each -> "item-002".equals(each.context().itemId()))
                .map(each -> each.event().type() + " " + each.context().correlationId())
                .toList();
    }

    @Test
    void stopStopsTheRunWhenItOpensAndAResumeWaitsForTheRest() {
        var plan = plans(policy(2, 1, 1, OnOpen.STOP)).done();
        var run = new ManualEngine(plan, failing(5, Set.of(0, 1))).begin().play();
        assertThat(course(run)).containsExactly("1 001", "2 002", "3 opened");
        var stopped = (EndEvent.Stopped) run.end();
        assertThat(stopped.exitCode()).isEqualTo(4);
        assertThat(stopped.error().code()).isEqualTo("CIRCUIT_OPEN");
        assertThat(stopped.error().category().word()).isEqualTo("policy");
        assertThat(stopped.error().message()).contains("opened (failure_threshold 2); 2 of 2 finished items failed");
        assertThat(run.state().policyStopped())
                .returns(Value.of(2), PolicyStopped::limit)
                .returns(Value.of(2), PolicyStopped::observed)
                .returns("items", PolicyStopped::key)
                .returns(2L, PolicyStopped::failures)
                .returns(2L, PolicyStopped::processed);
        assertThat(run.journal())
                .extracting(each -> each.event().type())
                .containsSubsequence("circuit_opened", "dlq_item_added", "agent_failed", "policy_stopped");
        assertThat(stopped.error().cause().code()).isEqualTo("EXIT_1");
        assertThat(run.state().items().counts().pending()).isEqualTo(3);
        var again = run.afterwards().resume().play();
        assertThat(course(again)).endsWith("33 half_opened", "33 003", "34 closed", "34 004", "35 005");
        assertThat(again.state().items().count(ItemState.SUCCESSFUL)).isEqualTo(3);
    }

    /// Spec 03 §15, `--full`: the breaker is waited for instead.
    @ParameterizedTest
    @CsvSource({"true, 2, true", "false, 5, false"})
    void whereEveryChosenItemRunsWhateverFailsItDoesNotStopARedrive(boolean givesUp, int executed, boolean stopped) {
        var plan = Plans.mapReduce().parallel(1).done();
        var run = new ManualEngine(plan, failing(5, Set.of(0, 1, 2, 3, 4)))
                .begin()
                .play();
        var again = run.afterwards(plans(policy(2, 1, 1, OnOpen.STOP)).done())
                .redrive(List.of(0, 1, 2, 3, 4), givesUp, 1)
                .play();
        assertThat(again.journal().stream()
                        .filter(each -> each.event() instanceof LetterEvent.Updated)
                        .count())
                .isEqualTo(executed);
        assertThat(again.end() instanceof EndEvent.Stopped).isEqualTo(stopped);
    }

    @Test
    void aCrashBetweenTheOpeningAndItsStopIsNoWayAroundTheStop() {
        var plan = plans(policy(2, 1, 1, OnOpen.STOP)).done();
        var whole = new ManualEngine(plan, failing(5, Set.of(0, 1))).begin().play();
        int opening = 1 + indexOf(whole, CircuitEvent.Opened.class);
        int stop = 1 + indexOf(whole, PolicyStopped.class);
        assertThat(stop).isGreaterThan(opening);
        for (int durable = opening; durable < stop; durable++) {
            var died = new ManualEngine(plan, failing(5, Set.of(0, 1)))
                    .dyingAfter(durable)
                    .begin()
                    .play();
            var again = died.afterwards().resume().play();
            assertThat(again.end())
                    .as("after %d", durable)
                    .isInstanceOfSatisfying(
                            EndEvent.Stopped.class,
                            end -> assertThat(end.error().cause().code()).isEqualTo("EXIT_1"));
            assertThat(course(again)).as("after %d", durable).containsExactly("1 001", "2 002", "3 opened");
            // a person who resumes a stopped run has approved: it waits for the rest as ever
            assertThat(course(again.afterwards().resume().play())).contains("33 half_opened");
        }
    }

    private static int indexOf(ManualEngine run, Class<?> event) {
        return IntStream.range(0, run.journal().size())
                .filter(each -> event.isInstance(run.journal().get(each).event()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anItemThatHasAttemptsLeftIsNoFailureOfAStop() {
        var plan = plans(policy(2, 1, 1, OnOpen.STOP))
                .retries(3, Duration.ofSeconds(5))
                .done();
        var run = new ManualEngine(plan, failing(3, Set.of(0, 1))).begin().play();
        assertThat(run.state().policyStopped())
                .returns(0L, PolicyStopped::failures)
                .returns(0L, PolicyStopped::processed);
        assertThat(run.state().items().counts().pending()).isEqualTo(3);
    }

    @Test
    void retriedItemsPassTheBreakerToo() {
        var plan = plans(policy(2, 1, 1, OnOpen.WAIT))
                .retries(3, Duration.ofSeconds(5))
                .done();
        var script = new Script()
                .items(1)
                .attempts(start -> start.attempt() < 3 ? Attempt.failing(Plans.exit(1)) : Attempt.good());
        var run = new ManualEngine(plan, script).begin().play();
        // due at 13, open until 38
        assertThat(course(run))
                .containsExactly(
                        "1 001",
                        "7 001",
                        "8 opened",
                        "13 001 waits circuit_open",
                        "38 half_opened",
                        "38 001",
                        "39 closed");
        assertThat(run.state().items().count(ItemState.SUCCESSFUL)).isOne();
    }

    @Test
    void waitingBeforeTheBreakerIsNotChargedToTheItemsTime() {
        var plan = plans(policy(1, 1, 1, OnOpen.WAIT))
                .retries(2, Duration.ofSeconds(5))
                .agentLimit(Duration.ofSeconds(8), null)
                .done();
        var limits = new ArrayList<Duration>();
        var script = new Script().items(1).attempts(start -> {
            limits.add(start.firstStart());
            return start.attempt() < 2 ? Attempt.failing(Plans.exit(1)) : Attempt.good();
        });
        var run = new ManualEngine(plan, script).begin().play();
        // waits from 7, when it is due, to 32
        assertThat(limits).containsExactly(null, Duration.ofSeconds(1 + 25));
        assertThat(run.state().items().count(ItemState.SUCCESSFUL)).isOne();
    }

    @ParameterizedTest
    @CsvSource({
        "WAIT, 3, 2, 1, 1",
        "WAIT, 2, 1, 2, 3",
        "REJECT, 2, 1, 1, 2",
        "STOP, 2, 2, 2, 2",
    })
    void afterAnyEventTheBreakerGoesOnWhereItWas(OnOpen onOpen, int failures, int successes, int probes, int width) {
        var policy = policy(failures, successes, probes, onOpen);
        Plan plan = plans(policy)
                .parallel(width)
                .onItemFailure(new FailureDisposition.Dlq())
                .done();
        var script = failing(8, Set.of(0, 1, 2, 4));
        int events = new ManualEngine(plan, script).begin().play().journal().size();
        for (int durable = 2; durable < events; durable++) {
            var died =
                    new ManualEngine(plan, script).dyingAfter(durable).begin().play();
            var refolded = died.afterwards();
            var before = state(refolded, policy);
            var again = refolded.resume();
            if (before instanceof OpenBreaker open
                    && open.until().isAfter(again.clock().now().now())) {
                assertThat(state(again, policy)).as("after %d", durable).isEqualTo(open);
            }
            again.play();
            assertThat(again.end()).as("after %d", durable).isNotNull();
            assertThat(neverAdmittedWhileOpen(again)).as("after %d", durable).isTrue();
            if (onOpen == OnOpen.WAIT) {
                assertThat(again.state().items().count(ItemState.SUCCESSFUL)).isEqualTo(4);
            }
        }
    }

    private static boolean neverAdmittedWhileOpen(ManualEngine run) {
        Instant until = null;
        for (var each : run.journal()) {
            switch (each.event()) {
                case CircuitEvent.Opened opened -> until = opened.until();
                case CircuitEvent.HalfOpened _ -> {
                    if (until != null && each.timestamp().isBefore(until)) {
                        return false;
                    }
                    until = null;
                }
                case ItemEvent.Started _ -> {
                    if (until != null) {
                        return false;
                    }
                }
                default -> {}
            }
        }
        return true;
    }

    private static CircuitEvent.Opened opening(ManualEngine run) {
        return run.journal().stream()
                .map(Recorded::event)
                .filter(CircuitEvent.Opened.class::isInstance)
                .map(CircuitEvent.Opened.class::cast)
                .findFirst()
                .orElseThrow();
    }
}
