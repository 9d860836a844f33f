package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.HandlerResult;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.workflow.ItemHandler.Then;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import dev.prodigy.testkit.engine.Script.Handler;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Spec 02 §5.2: custom handlers of items that finally failed.
class HandlersOfItemsTest {
    private static Script script(Then then) {
        return new Script()
                .items(2)
                .attempts(start -> start.item() == 0 ? Attempt.failing(Plans.exit(7)) : Attempt.good())
                .handlers(_ -> then == Then.RESOLVED ? Handler.resolving() : Handler.good());
    }

    private static List<String> ofFirstItem(ManualEngine run) {
        return run.journal().stream()
                .filter(each -> "item-001".equals(each.context().itemId()))
                .map(each -> each.event().type())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DLQ      | FAILED     | handler_completed dlq_item_added agent_failed
            SKIP     | SKIPPED    | handler_completed agent_failed item_skipped
            RESOLVED | SUCCESSFUL | agent_completed handler_completed
            STOP     | FAILED     | handler_completed dlq_item_added agent_failed
            RETRY    | FAILED     | handler_completed agent_failed retry_scheduled agent_started dlq_item_added agent_failed
            """)
    void whatFollowsFromAHandler(Then then, ItemState state, String events) {
        var plan = Plans.mapReduce().parallel(1).handledBy(then).done();
        var run = new ManualEngine(plan, script(then)).begin().play();
        assertThat(String.join(" ", ofFirstItem(run))).isEqualTo("agent_started handler_started " + events);
        assertThat(run.state().items().state(0)).isEqualTo(state);
        assertThat(run.state().items().state(1))
                .isEqualTo(then == Then.STOP ? ItemState.PENDING : ItemState.SUCCESSFUL);
        if (then == Then.STOP) {
            assertThat(((EndEvent.Stopped) run.end()).error().code()).isEqualTo("ITEM_FAILED");
        } else {
            assertThat(((EndEvent.Completed) run.end()).exitCode()).isEqualTo(then == Then.RESOLVED ? 0 : 3);
        }
    }

    /// Spec 05 §6: policy has halted the item, nobody has cancelled it.
    @Test
    void aHandlerThatAStopCutsOffIsHalted() {
        var plan = Plans.mapReduce()
                .parallel(2)
                .maxFailures(1)
                .killing()
                .handledBy(Then.DLQ)
                .done();
        var script = new Script().items(2).attempts(_ -> Attempt.failing(Plans.exit(7)));
        var run = new ManualEngine(plan, script).begin().play();
        assertThat(run.journal().stream().map(Recorded::event))
                .filteredOn(ItemEvent.Interrupted.class::isInstance)
                .containsExactly(new ItemEvent.Interrupted("halt"));
    }

    @Test
    void aHandlerThatFailsDeadLettersTheItem() {
        for (var then : Then.values()) {
            var plan = Plans.mapReduce().parallel(1).handledBy(then).done();
            var run = new ManualEngine(plan, script(then).handlers(_ -> Handler.failing(Plans.exit(9))))
                    .begin()
                    .play();
            assertThat(ofFirstItem(run))
                    .containsExactly(
                            "agent_started", "handler_started", "handler_failed", "dlq_item_added", "agent_failed");
            assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
        }
    }

    /// Whatever was durable when the process died.
    @Test
    void whatAHandlerResolvedAndConflictsIsDeadLetteredWithTheConflict() {
        var plan = Plans.mapReduce().parallel(1).handledBy(Then.RESOLVED).done();
        var kept = AttemptResult.Kept.saved("item", null, null, List.of("shared.txt"));
        var inConflict = new Handler(new HandlerResult.Bad(1000, Plans.conflict(), kept), Duration.ofSeconds(1));
        var undisturbed = new ManualEngine(plan, script(Then.RESOLVED).handlers(_ -> inConflict))
                .begin()
                .play();
        for (int durable = 1; durable <= undisturbed.journal().size(); durable++) {
            var run = new ManualEngine(plan, script(Then.RESOLVED).handlers(_ -> inConflict))
                    .dyingAfter(durable)
                    .begin()
                    .play();
            var all = durable == undisturbed.journal().size()
                    ? run
                    : run.afterwards().resume().play();
            var letter = last(all, LetterEvent.Added.class).facts();
            assertThat(letter.conflicts()).as("after %d", durable).containsExactly("shared.txt");
            assertThat(letter.failureReason()).startsWith("Merge conflict: ");
            var failed = last(all, ItemEvent.Failed.class);
            assertThat(failed.error().code()).isEqualTo("MERGE_CONFLICT");
            assertThat(failed.error().cause()).isNotNull().returns("EXIT_7", ErrorRecord::code);
            assertThat(failed.error().retries().exhausted()).isTrue();
        }
    }

    private static <E> E last(ManualEngine run, Class<E> type) {
        return run.journal().stream()
                .map(Recorded::event)
                .filter(type::isInstance)
                .map(type::cast)
                .reduce((_, later) -> later)
                .orElseThrow();
    }

    @Test
    void itRunsOnceBehindTheLastAttempt() {
        var plan = Plans.mapReduce()
                .parallel(1)
                .retries(3, Duration.ofSeconds(1))
                .handledBy(Then.RETRY)
                .done();
        var run = new ManualEngine(plan, script(Then.RETRY)).begin().play();
        assertThat(ofFirstItem(run).stream().filter("agent_started"::equals)).hasSize(4);
        assertThat(ofFirstItem(run).stream().filter("handler_started"::equals)).hasSize(1);
        assertThat(run.state().lastFailure().retries())
                .returns(4, Retries::attempt)
                .returns(4, Retries::maxAttempts);
        assertThat(run.state().items().letters().items()).containsExactly(0);
    }

    @Test
    void anItemThatSucceedsBeforeNeedsNoHandler() {
        var plan = Plans.mapReduce()
                .parallel(1)
                .retries(2, Duration.ofSeconds(1))
                .handledBy(Then.DLQ)
                .done();
        var run = new ManualEngine(
                        plan,
                        new Script()
                                .items(1)
                                .attempts(start ->
                                        start.attempt() == 1 ? Attempt.failing(Plans.exit(7)) : Attempt.good()))
                .begin()
                .play();
        assertThat(ofFirstItem(run)).doesNotContain("handler_started");
        assertThat(run.state().items().state(0)).isEqualTo(ItemState.SUCCESSFUL);
    }

    /// Whatever was durable when the process died: a handler that was running runs again, one that has ended never.
    @ParameterizedTest
    @EnumSource(Then.class)
    void aHandlerThatHasEndedNeverRunsAgain(Then then) {
        var plan = Plans.mapReduce().parallel(1).handledBy(then).done();
        var undisturbed = new ManualEngine(plan, script(then)).begin().play();
        for (int durable = 1; durable < undisturbed.journal().size(); durable++) {
            var ends = new HashMap<String, Integer>();
            var script = script(then);
            var died =
                    new ManualEngine(plan, script).dyingAfter(durable).begin().play();
            var again = died.afterwards().resume().play();
            again.journal().stream()
                    .filter(each -> each.event().type().equals("handler_completed"))
                    .forEach(each -> ends.merge(each.context().itemId(), 1, Integer::sum));
            assertThat(ends).as("after %d", durable).containsExactly(java.util.Map.entry("item-001", 1));
            for (int item = 0; item < 2; item++) {
                assertThat(again.state().items().state(item))
                        .as("item %d after %d", item, durable)
                        .isEqualTo(undisturbed.state().items().state(item));
            }
            assertThat(again.state().items().letters().items())
                    .isEqualTo(undisturbed.state().items().letters().items());
            assertThat(again.end().type()).isEqualTo(undisturbed.end().type());
        }
    }

    @Test
    void aHandlerThatIsCutOffGoesOnWithTheNextStart() {
        var plan = Plans.mapReduce().parallel(1).handledBy(Then.DLQ).done();
        var script = script(Then.DLQ).handlers(_ -> new Handler(Handler.good().result(), Duration.ofHours(1)));
        var run = new ManualEngine(plan, script)
                .begin()
                .sendAt(Duration.ofSeconds(5), new dev.prodigy.engine.run.Signal.StopAsked("signal", "SIGINT", false))
                .play();
        assertThat(run.end()).isInstanceOf(EndEvent.Cancelled.class);
        assertThat(run.state().items().counts().pending()).isEqualTo(2);
        assertThat(ofFirstItem(run).getLast()).isEqualTo("agent_interrupted");
        var again = run.afterwards().resume().play();
        assertThat(ofFirstItem(again))
                .containsExactly(
                        "agent_started",
                        "handler_started",
                        "agent_interrupted",
                        "handler_started",
                        "handler_completed",
                        "dlq_item_added",
                        "agent_failed");
        assertThat(again.journal().stream()
                        .filter(each -> each.event() instanceof HandlerEvent.Started)
                        .map(each -> each.context().agentId())
                        .limit(2))
                .containsExactly("agent-1", "agent-1");
    }

    @Test
    void aHandlerInProgressAtFiveCrashesIsGivenUp() {
        var plan = Plans.mapReduce().parallel(1).handledBy(Then.RESOLVED).done();
        var script =
                script(Then.RESOLVED).handlers(_ -> new Handler(Handler.good().result(), Duration.ofDays(1)));
        var run = new ManualEngine(plan, script).begin().playUntil(Duration.ofSeconds(4));
        for (int crash = 1; crash < 5; crash++) {
            run = run.afterwards().resume();
            run.playUntil(run.clock().now().elapsed().plusSeconds(2));
        }
        var last = run.afterwards().resume().play();
        assertThat(ofFirstItem(last)).endsWith("handler_failed", "dlq_item_added", "agent_failed");
        assertThat(last.state().items().state(0)).isEqualTo(ItemState.FAILED);
        assertThat(last.state().lastFailure().code()).isEqualTo("EXIT_7");
    }
}
