package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.error.Origin;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Spec 03 §14: the process dies after any event, and the run comes to the same end.
class CrashTest {
    private static final int ITEMS = 6;

    /// Item 1 always fails, item 2 the first time; item 3 commits.
    private static Script script() {
        var tries = new HashMap<Integer, Integer>();
        return new Script().items(ITEMS).attempts(start -> switch (start.item()) {
            case 1 -> Attempt.failing(Plans.exit(3));
            case 2 -> tries.merge(2, 1, Integer::sum) == 1 ? Attempt.failing(Plans.exit(4)) : Attempt.good();
            case 3 -> Attempt.good().committing();
            default -> Attempt.good();
        });
    }

    private static Plan plan(FailureDisposition disposition) {
        return Plans.mapReduce()
                .parallel(2)
                .retries(2, Duration.ofSeconds(2))
                .onItemFailure(disposition)
                .done();
    }

    @Test
    void afterAnyEventTheRunComesToTheSameEnd() {
        for (var disposition : List.of(new FailureDisposition.Dlq(), new FailureDisposition.Skip())) {
            var undisturbed =
                    new ManualEngine(plan(disposition), script()).begin().play();
            int events = undisturbed.journal().size();
            assertThat(events).isGreaterThan(25);
            for (int durable = 1; durable < events; durable++) {
                var died = new ManualEngine(plan(disposition), script())
                        .dyingAfter(durable)
                        .begin()
                        .play();
                assertThat(died.isDead()).as("after %d", durable).isTrue();
                var again = died.afterwards().resume().play();
                same(undisturbed, again, durable);
            }
        }
    }

    private static void same(ManualEngine undisturbed, ManualEngine again, int durable) {
        assertThat(again.end()).as("after %d", durable).isInstanceOf(EndEvent.Completed.class);
        var expected = undisturbed.state().items();
        var actual = again.state().items();
        for (int item = 0; item < ITEMS; item++) {
            assertThat(actual.state(item)).as("item %d after %d", item, durable).isEqualTo(expected.state(item));
        }
        assertThat(actual.letters().items())
                .as("after %d", durable)
                .isEqualTo(expected.letters().items());
        assertThat(again.merges(3)).as("merges after %d", durable).isEqualTo(1);
        var completed = new ArrayList<String>();
        for (var each : again.journal()) {
            if (each.event() instanceof ItemEvent.Completed) {
                completed.add(each.context().itemId());
            }
        }
        assertThat(completed).as("after %d", durable).doesNotHaveDuplicates();
        assertThat(((EndEvent.Completed) again.end()).exitCode())
                .isEqualTo(((EndEvent.Completed) undisturbed.end()).exitCode());
    }

    /// Those who give it again choose the item as long as its letter is there.
    @Test
    void aRedriveThatDiedIsGivenAgainAndRunsNothingThatHadSucceeded() {
        var plan = Plans.mapReduce().parallel(1).done();
        for (int durable = 1; durable < 40; durable++) {
            var script = new Script()
                    .items(1)
                    .attempts(start -> start.attempt() == 1
                            ? Attempt.failing(Plans.exit(3))
                            : Attempt.good().committing());
            var failed = new ManualEngine(plan, script).begin().play();
            var died = failed.afterwards()
                    .dyingAfter(failed.journal().size() + durable)
                    .redrive(List.of(0), true, 1)
                    .play();
            var again = died.afterwards().redrive(List.of(0), true, 1).play();

            assertThat(again.end()).as("after %d", durable).isInstanceOf(EndEvent.Completed.class);
            assertThat(again.merges(0)).as("merges after %d", durable).isEqualTo(1);
            assertThat(again.state().items().state(0)).isEqualTo(ItemState.SUCCESSFUL);
            assertThat(again.state().items().letters().items()).isEmpty();
        }
    }

    @Test
    void foldingTheJournalAgainGivesTheSameState() {
        var run = new ManualEngine(plan(new FailureDisposition.Dlq()), script())
                .begin()
                .play();
        var folded = run.afterwards().state();
        assertThat(folded.items().counts()).isEqualTo(run.state().items().counts());
        assertThat(folded.failures()).isEqualTo(run.state().failures());
        assertThat(folded.processed()).isEqualTo(run.state().processed());
        assertThat(folded.seq()).isEqualTo(run.state().seq());
        assertThat(folded.terminal()).isEqualTo(run.state().terminal());
    }

    @Test
    void anInterruptedAttemptIsCountedAndCostsNoAllowance() {
        var plan =
                Plans.mapReduce().parallel(1).retries(2, Duration.ofSeconds(1)).done();
        var script = new Script()
                .items(1)
                .attempts(start -> start.attempt() < 3 ? Attempt.failing(Plans.exit(1)) : Attempt.good());
        var died = new ManualEngine(plan, script).begin().playUntil(Duration.ofMillis(1500));
        var again = died.afterwards().resume().play();
        // attempt 1 was cut off, 2 failed, 3 is its one retry
        assertThat(again.state().items().attempts(0)).isEqualTo(3);
        assertThat(again.state().items().state(0)).isEqualTo(ItemState.SUCCESSFUL);
    }

    /// The disk was full: the end could be written, what its items came to could not.
    @Test
    void anEndInGoodOrderIsNoCrashOfItsItems() {
        var plan = Plans.mapReduce().parallel(1).done();
        var script = new Script()
                .items(1)
                .attempts(start -> start.attempt() <= 2 * MapRules.MAX_CRASHES
                        ? Attempt.good().lasting(Duration.ofDays(1))
                        : Attempt.good());
        var run = new ManualEngine(plan, script).begin().playUntil(Duration.ofSeconds(2));
        for (int end = 1; end <= 2 * MapRules.MAX_CRASHES; end++) {
            run.send(new Signal.Reported(Context.RUN, new EndEvent.Interrupted("disk_full", "no space", 75, 1)));
            run = run.afterwards().resume();
            run.playUntil(run.clock().now().elapsed().plusSeconds(2));
        }
        run.play();
        assertThat(run.state().items().state(0)).isEqualTo(ItemState.SUCCESSFUL);
        assertThat(run.journal())
                .extracting(Recorded::event)
                .filteredOn(ItemEvent.Interrupted.class::isInstance)
                .hasSize(2 * MapRules.MAX_CRASHES)
                .allMatch(event -> ((ItemEvent.Interrupted) event).reason().equals("halt"));
    }

    @Test
    void anItemInProgressAtFiveCrashesIsGivenUp() {
        var plan = Plans.mapReduce().parallel(1).done();
        var script = new Script()
                .items(2)
                .attempts(start -> start.item() == 0 ? Attempt.good().lasting(Duration.ofDays(1)) : Attempt.good());
        var run = new ManualEngine(plan, script).begin().playUntil(Duration.ofSeconds(2));
        for (int crash = 1; crash < MapRules.MAX_CRASHES; crash++) {
            run = run.afterwards().resume();
            run.playUntil(run.clock().now().elapsed().plusSeconds(2));
            assertThat(run.state().items().state(0)).isEqualTo(ItemState.RUNNING);
        }
        var kept = AttemptResult.Kept.saved(
                "prodigy-items/run/item-001", "refs/prodigy/salvage/run/item-001-5", "/kept", List.of());
        var last = run.afterwards()
                .leaving(Map.of(0, new Signal.Remains(kept, List.of("logs/item-001/attempt-5/00-shell.stdout"))))
                .resume()
                .play();
        assertThat(last.journal())
                .extracting(Recorded::event)
                .filteredOn(LetterEvent.Added.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        LetterEvent.Added.class,
                        letter -> assertThat(letter.facts())
                                .extracting(
                                        LetterEvent.Facts::branch,
                                        LetterEvent.Facts::salvageRef,
                                        LetterEvent.Facts::keptDirectory)
                                .containsExactly(kept.branch(), kept.salvageRef(), kept.keptDirectory()));
        // all five were interrupted, which do not count (spec 05 §7): the letter and the event count alike
        assertThat(last.state().items().letters().has(0)).isTrue();
        assertThat(last.journal())
                .extracting(Recorded::event)
                .filteredOn(event -> event instanceof LetterEvent.Added || event instanceof ItemEvent.Failed)
                .extracting(event -> event instanceof LetterEvent.Added letter
                        ? letter.facts().attemptCount()
                        : ((ItemEvent.Failed) event).attempts())
                .containsExactly(0, 0);
        assertThat(last.state().lastFailure().evidence().log()).endsWith("00-shell.stdout");
        assertThat(last.state().items().state(0)).isEqualTo(ItemState.FAILED);
        assertThat(last.state().items().state(1)).isEqualTo(ItemState.SUCCESSFUL);
        assertThat(last.state().lastFailure().code()).isEqualTo("CRASH_LOOP");
        assertThat(last.state().lastFailure().origin())
                .extracting(Origin::phase, Origin::itemId, Origin::itemAttempt)
                .containsExactly("map", "item-001", 5);
        assertThat(last.state().items().letters().items()).containsExactly(0);
        // so the first execution that comes to an end is the first that counts
        var redriven = last.afterwards().redrive(List.of(0), false, 1);
        redriven.playUntil(redriven.clock().now().elapsed().plusSeconds(2));
        redriven.send(new Signal.AttemptEnded(
                        0, 6, Attempt.failing(Plans.exit(1)).result()))
                .play();
        assertThat(redriven.state().items().failedAttempts(0)).isEqualTo(1);
        assertThat(redriven.journal())
                .extracting(Recorded::event)
                .filteredOn(LetterEvent.Updated.class::isInstance)
                .extracting(event -> ((LetterEvent.Updated) event).facts().attemptCount())
                .containsExactly(1);
    }
}
