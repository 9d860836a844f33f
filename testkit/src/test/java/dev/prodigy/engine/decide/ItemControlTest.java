package dev.prodigy.engine.decide;

import static dev.prodigy.engine.decide.Journals.starts;
import static dev.prodigy.engine.decide.Journals.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.item.ItemIds;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Spec 05 §2.7: a person gives items up or puts them back while the run goes on.
class ItemControlTest {
    private static final Duration NOW = Duration.ofMillis(1500);

    private static Signal about(String command, int... items) {
        var chosen = ItemIds.of(IntStream.of(items).boxed().toList());
        return new Signal.Controlled(
                new ControlEvent.Received(command, new Value.Fields(Map.of("items", chosen)), "ada"));
    }

    /// Spec 02 §6.1: failures are items that are finally failed.
    @Test
    void anItemThatWasPutBackAndFailsAgainIsOneFailedItem() {
        var run = new ManualEngine(Plans.mapReduce().parallel(1).maxFailures(2).done(), Scripts.failing(4, 0))
                .sendAt(Duration.ofMillis(2500), about("requeue", 0))
                .sendAt(Duration.ofMillis(4500), about("requeue", 0))
                .begin()
                .play();
        assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
        assertThat(times(run, "agent_failed")).isEqualTo(3);
        var reports = run.journal().stream()
                .<Long>mapMulti((each, counts) -> {
                    if (each.event() instanceof RunEvent.ErrorReport report) {
                        counts.accept((long) report.count());
                    }
                })
                .toList();
        assertThat(reports).containsExactly(1L);
    }

    @Test
    void aFailedItemThatAPersonGaveUpIsNoFailure() {
        var run = new ManualEngine(Plans.mapReduce().parallel(1).maxFailures(2).done(), Scripts.failing(4, 0, 3))
                .sendAt(Duration.ofMillis(2500), about("skip", 0))
                .begin()
                .play();
        assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void itemsAreSkippedWhereverTheyAre() {
        // item 1 has failed, 2 waits for its retry, 3 runs, 4 is pending, 5 is done
        var script = new Script().items(5).attempts(start -> switch (start.item()) {
            case 0 -> Attempt.failing(Plans.exit(1)).lasting(Duration.ZERO);
            case 1 -> Attempt.failing(Plans.exit(1));
            case 2 -> Attempt.good().lasting(Duration.ofHours(1));
            default -> Attempt.good().lasting(Duration.ofMillis(10));
        });
        var plan =
                Plans.mapReduce().parallel(2).retries(2, Duration.ofSeconds(2)).done();
        var run = new ManualEngine(plan, script).begin().playUntil(Duration.ofSeconds(8));
        assertThat(run.state().items().state(0)).isEqualTo(ItemState.FAILED);
        assertThat(run.state().items().state(2)).isEqualTo(ItemState.RUNNING);
        run.send(about("skip", 0, 2, 4)).play();

        assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
        assertThat(((EndEvent.Completed) run.end()).status()).isEqualTo("completed_with_failures");
        assertThat(run.state().items().state(0)).isEqualTo(ItemState.SKIPPED);
        assertThat(run.state().items().letters().has(0)).as("it left the queue").isFalse();
        assertThat(run.state().items().state(2)).isEqualTo(ItemState.SKIPPED);
        assertThat(run.state().items().state(4)).as("a success stays one").isEqualTo(ItemState.SUCCESSFUL);
        assertThat(run.clock().now().elapsed()).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void anItemThatFailsWhileItIsBeingGivenUpIsSkipped() {
        var script = new Script().items(1).attempts(_ -> Attempt.failing(Plans.exit(1)));
        var run = new ManualEngine(Plans.mapReduce().done(), script).begin().playUntil(NOW);
        run.send(about("skip", 0));
        // the attempt ends before the order to end it arrives
        run.send(new Signal.AttemptEnded(0, 1, Attempt.failing(Plans.exit(1)).result()));
        assertThat(run.play().state().items().state(0)).isEqualTo(ItemState.SKIPPED);
        assertThat(times(run, "dlq_item_added")).isZero();
        var crashed = new ManualEngine(Plans.mapReduce().done(), script).begin().playUntil(NOW);
        crashed.send(about("skip", 0));
        assertThat(crashed.afterwards().resume().play().state().items().state(0))
                .isEqualTo(ItemState.SKIPPED);
    }

    @Test
    void aCommandThatIsDurableIsCarriedOutWhateverDies() {
        var script = new Script().items(3).attempts(_ -> Attempt.good().lasting(Duration.ofSeconds(10)));
        var whole = new ManualEngine(Plans.mapReduce().parallel(1).done(), script)
                .sendAt(NOW, about("skip", 0, 1))
                .begin()
                .play();
        int received = IntStream.range(0, whole.journal().size())
                .filter(i -> whole.journal().get(i).event() instanceof ControlEvent.Received)
                .findFirst()
                .orElseThrow();
        for (int durable = received + 1; durable < whole.journal().size(); durable++) {
            var died = new ManualEngine(Plans.mapReduce().parallel(1).done(), script)
                    .sendAt(NOW, about("skip", 0, 1))
                    .dyingAfter(durable)
                    .begin()
                    .play();
            var items = died.afterwards().resume().play().state().items();
            assertThat(List.of(items.state(0), items.state(1), items.state(2)))
                    .as("after %d", durable)
                    .containsExactly(ItemState.SKIPPED, ItemState.SKIPPED, ItemState.SUCCESSFUL);
        }
    }

    @Test
    void requeuedItemsStartAfreshInTheSameRun() {
        var down = new boolean[] {true};
        var script = new Script()
                .items(6)
                .attempts(start -> start.item() == 0 && down[0] ? Attempt.failing(Plans.exit(1)) : Attempt.good());
        var run = new ManualEngine(Plans.mapReduce().parallel(1).done(), script)
                .begin()
                .playUntil(Duration.ofMillis(3500));
        assertThat(run.state().items().state(0)).isEqualTo(ItemState.FAILED);
        down[0] = false;
        run.send(about("requeue", 0, 1, 5)).play();
        assertThat(((EndEvent.Completed) run.end()).status()).isEqualTo("completed");
        assertThat(starts(run)).filteredOn(start -> start.startsWith("001")).containsExactly("001#1@1", "001#2@4");
        assertThat(times(run, "item_requeued")).as("only what failed").isEqualTo(1);
        assertThat(run.state().items().letters().items()).isEmpty();
    }

    @Test
    void anItemThatIsRequeuedWhileReduceRunsWaitsForIt() {
        var script = Scripts.failing(2, 0);
        var run = new ManualEngine(Plans.mapReduce().parallel(2).done(), script).begin();
        run.playUntil(Duration.ofMillis(2500));
        assertThat(run.state().stage("reduce").toString()).contains("Open");
        run.send(about("requeue", 0));
        assertThat(run.state().underway().attempts()).isZero();
        run.play();
        assertThat(times(run, "agent_started")).isEqualTo(3);
        assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void failedItemsGetTheAttemptsTheyArePutBackWith() {
        var run = new ManualEngine(
                        Plans.mapReduce().retries(2, Duration.ofSeconds(1)).done(), Scripts.failing(2, 0))
                .begin()
                .play();
        var again = run.afterwards().retryFailed(4).play();
        assertThat(again.state().items().attempts(0)).isEqualTo(2 + 4);
        assertThat(again.state().items().letters().items()).containsExactly(0);
        var usual = again.afterwards().retryFailed(null).play();
        assertThat(usual.state().items().attempts(0)).isEqualTo(2 + 4 + 2);
    }
}
