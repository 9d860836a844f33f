package dev.prodigy.engine.decide;

import static dev.prodigy.engine.decide.Journals.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemHandler.Then;
import dev.prodigy.model.workflow.PhaseSteps.When;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 03 §15: dead-lettered items run again.
class RedriveTest {
    private final boolean[] down = {true};
    private final Script script =
            new Script().items(40).attempts(_ -> down[0] ? Attempt.failing(Plans.exit(1)) : Attempt.good());

    private static List<Integer> all(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private ManualEngine failed(Plans plans) {
        return new ManualEngine(plans.parallel(4).done(), script).begin().play();
    }

    @Test
    void againstAServiceThatIsStillDownItCostsFiveExecutions() {
        var run = failed(Plans.mapReduce());
        assertThat(times(run, "agent_started")).isEqualTo(40);
        var again = run.afterwards().redrive(all(40), true, 4).play();
        assertThat(times(again, "agent_started")).isEqualTo(45);
        var stopped = (EndEvent.Stopped) again.end();
        assertThat(stopped.exitCode()).isEqualTo(4);
        assertThat(stopped.error().code()).isEqualTo("REDRIVE_STOPPED");
        assertThat(again.afterwards().state().items().count(ItemState.FAILED)).isEqualTo(40);
        assertThat(again.state().items().letters().items()).hasSize(40);
    }

    @Test
    void itsWidthDoublesWithEachSuccess() {
        var run = failed(Plans.mapReduce());
        down[0] = false;
        var again = run.afterwards().redrive(all(40), true, 8).play();
        assertThat(again.mostAttempts()).isEqualTo(8);
        assertThat(again.end()).isInstanceOf(EndEvent.Completed.class);
        assertThat(((EndEvent.Completed) again.end()).exitCode()).isZero();
        assertThat(again.state().items().letters().items()).isEmpty();
        assertThat(times(again, "dlq_item_removed")).isEqualTo(40);
        assertThat(run.clock().now().elapsed()).isLessThan(Duration.ofSeconds(22));
    }

    /// Spec 05 §2.5: the option, else what holds for the run, up to five.
    @ParameterizedTest
    @CsvSource({"8,,, 5", "3,,, 3", "8, 2,, 2", "3, 2, 7, 7"})
    void withoutAWidthOfItsOwnItHasTheRuns(int planned, @Nullable Integer set, @Nullable Integer asked, int width) {
        var run = new ManualEngine(Plans.mapReduce().parallel(planned).done(), script).begin();
        if (set != null) {
            var arguments = new Value.Fields(Map.of("max_parallel", Value.of(set)));
            run.send(new Signal.Controlled(new ControlEvent.Received("set", arguments, "ada")));
        }
        run.play();
        down[0] = false;
        var again = run.afterwards().redrive(all(40), true, asked).play();
        assertThat(again.mostAttempts()).isEqualTo(width);
    }

    @Test
    void whatItGivesUpIsNoDeadLetterAnyMore() {
        var run = failed(Plans.mapReduce());
        var skipping =
                Plans.mapReduce().onItemFailure(new FailureDisposition.Skip()).parallel(4);
        for (var plan : List.of(skipping, Plans.mapReduce().handledBy(Then.SKIP))) {
            var again = run.afterwards(plan.done()).redrive(all(3), false, 4).play();
            assertThat(again.state().items().count(ItemState.SKIPPED)).isEqualTo(3);
            assertThat(again.state().items().letters().items()).hasSize(37);
            assertThat(again.journal())
                    .filteredOn(each -> each.event().equals(new LetterEvent.Removed("skipped", null)))
                    .hasSize(3);
        }
    }

    @Test
    void everythingChosenRunsWhereNothingIsToEndIt() {
        var again = failed(Plans.mapReduce())
                .afterwards()
                .redrive(all(40), false, 4)
                .play();
        assertThat(times(again, "agent_started")).isEqualTo(80);
        assertThat(again.end()).isInstanceOf(EndEvent.Completed.class);
        assertThat(times(again, "dlq_item_updated")).isEqualTo(40);
    }

    /// Only the end is lifted: a service that is still down is not met at full width (spec 03 §15).
    @ParameterizedTest
    @CsvSource({"true, 1, 5", "false, 1, 40"})
    void itStaysNarrowWhileEverythingFails(boolean givesUp, int width, int attempts) {
        var again = failed(Plans.mapReduce())
                .afterwards()
                .redrive(all(40), givesUp, 4)
                .play();
        assertThat(again.mostAttempts()).isEqualTo(width);
        assertThat(times(again, "agent_started")).isEqualTo(40 + attempts);
    }

    @Test
    void itemsThatWereNotChosenAreNotTouched() {
        var plan = Plans.mapReduce().parallel(1).maxFailures(2).retries(2, Duration.ofSeconds(100));
        var run = new ManualEngine(plan.done(), script).begin().play();
        int pending = run.state().items().counts().pending();
        down[0] = false;
        var again = run.afterwards().redrive(List.of(0), true, 4).play();
        assertThat(again.state().items().state(0)).isEqualTo(ItemState.SUCCESSFUL);
        assertThat(again.state().items().counts().pending()).isEqualTo(pending);
        assertThat(again.end()).isInstanceOf(EndEvent.Stopped.class);
    }

    /// What was not run yet is a resume's: the redrive does not wait for it.
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0"})
    void aRedriveOfARunThatWasKilledEndsWithItsItems(int succeeded, int failed) {
        var run = new ManualEngine(Plans.mapReduce().parallel(1).done(), script)
                .begin()
                .playUntil(Duration.ofMillis(2500));
        down[0] = failed == 1;
        var again = run.afterwards().redrive(List.of(0), true, 1).play();
        assertThat(again.journal().stream().map(each -> each.event()))
                .contains(new LetterEvent.RetryCompleted(succeeded, failed, failed));
        assertThat(((EndEvent.Interrupted) again.end()).reason()).isEqualTo(EndEvent.Interrupted.CRASH);
        assertThat(again.state().items().count(ItemState.PENDING)).isEqualTo(39);
        down[0] = false;
        var resumed = again.afterwards().resume().play();
        assertThat(((EndEvent.Completed) resumed.end()).status())
                .isEqualTo(failed == 0 ? "completed" : "completed_with_failures");
    }

    @Test
    void aRedriveThatIsCutOffLeavesTheRestWhereItWas() {
        var run = failed(Plans.mapReduce());
        var cut = run.afterwards();
        cut.redrive(all(40), true, 4);
        cut.sendAt(cut.clock().now().elapsed().plusMillis(1500), new Signal.StopAsked("signal", "SIGINT", false))
                .play();
        var items = ((EndEvent.Cancelled) cut.end()).items();
        assertThat(cut.state().items().count(ItemState.FAILED)).isEqualTo(40);
        assertThat(items).isEqualTo(cut.state().items().counts().toFields());
        down[0] = false;
        var again = cut.afterwards().redrive(all(40), true, 4).play();
        assertThat(again.end()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void aRedriveThatDiesLeavesTheRestWhereItWas() {
        var run = failed(Plans.mapReduce());
        int before = run.journal().size();
        var died = run.afterwards()
                .dyingAfter(before + 45)
                .redrive(all(40), true, 4)
                .play();
        assertThat(died.isDead()).isTrue();
        var resumed = died.afterwards().resume().play();
        assertThat(resumed.state().items().count(ItemState.FAILED)).isEqualTo(40);
        assertThat(resumed.end()).isInstanceOf(EndEvent.Completed.class);
    }

    /// Spec 03 §15, 05 §2.5: a run that died before its end keeps its status until a resume, which runs what is left.
    @ParameterizedTest
    @ValueSource(strings = {"reduce", "merge"})
    void behindItsItemsNothingOfARunGoesOnThatDied(String phase) {
        var whole = failed(Plans.mapReduce());
        var begun = whole.journal().stream()
                .filter(each ->
                        each.event() instanceof PhaseEvent.PhaseCompleted(var name, var _, var _, var _, var _, var _)
                                && name.equals(phase))
                .findFirst()
                .orElseThrow();
        var died = new ManualEngine(Plans.mapReduce().parallel(4).done(), script)
                .dyingAfter((int) begun.seq() - 1)
                .begin()
                .play();
        down[0] = false;

        var redriven = died.afterwards().redrive(all(40), true, 4).play();

        assertThat(redriven.state().items().count(ItemState.SUCCESSFUL)).isEqualTo(40);
        assertThat(redriven.end()).isInstanceOf(EndEvent.Interrupted.class);
        assertThat(times(redriven, "phase_completed")).isEqualTo(times(died, "phase_completed"));
        var resumed = redriven.afterwards().resume().play();
        assertThat(((EndEvent.Completed) resumed.end()).status()).isEqualTo("completed");
    }

    /// Spec 05 §2.2: what the dead redrive had not come to is among the failed items.
    @ParameterizedTest
    @CsvSource({"-1", "6"})
    void aResumeWithTheFailedItemsBehindARedriveThatDiedRunsThemAll(int maxFailures) {
        var plans = maxFailures < 0 ? Plans.mapReduce() : Plans.mapReduce().maxFailures(maxFailures);
        var run = failed(plans);
        down[0] = false;
        int before = run.journal().size();
        int most = before + 60;
        for (int events = before + 2; events < most; events++) {
            down[0] = false;
            var chosen = run.state().items().letters().items();
            var died = run.afterwards()
                    .dyingAfter(events)
                    .redrive(IntStream.of(chosen).boxed().toList(), true, 4)
                    .play();
            var resumed = died.afterwards().retryFailed(null).play();
            assertThat(resumed.state().items().counts().successful())
                    .as("died after %d", events)
                    .isEqualTo(40);
            assertThat(resumed.state().items().letters().items()).isEmpty();
        }
    }

    /// Spec 02 §6.4: an approval like that of the stopped run itself.
    @Test
    void aResumeBehindARedriveOfAStoppedRunThatDiedRunsWhatWasPending() {
        var run = failed(Plans.mapReduce().maxFailures(6));
        int before = run.journal().size();
        for (int events = before + 2; events < before + 20; events++) {
            down[0] = false;
            var died = run.afterwards()
                    .dyingAfter(events)
                    .redrive(List.of(0, 1, 2), true, 4)
                    .play();
            var resumed = died.afterwards().resume().play();
            assertThat(resumed.state().items().counts().pending())
                    .as("died after %d", events)
                    .isZero();
        }
    }

    /// Spec 03 §8 and §15: it runs under the same policy.
    @Test
    void whereAStopKillsNoFailureOfARedriveIsCountedBehindIt() {
        var run = failed(Plans.mapReduce().maxFailures(41));
        var limited = Plans.mapReduce().maxFailures(1).killing().parallel(4).done();
        var last = new Script()
                .items(40)
                .attempts(start -> start.item() < 3 ? Attempt.good() : Attempt.failing(Plans.exit(1)));
        int before = (int) times(run, "agent_failed");
        var stopped = ManualEngine.after(limited, last, run.journal())
                .redrive(all(40), true, 4)
                .play();
        assertThat(times(stopped, "agent_failed") - before).isEqualTo(1);
        assertThat(times(stopped, "agent_interrupted")).isPositive();
        assertThat(stopped.end()).isInstanceOf(EndEvent.Stopped.class);
        assertThat(stopped.state().items().count(ItemState.FAILED)).isEqualTo(37);
    }

    @Test
    void aRedriveWhoseItemsCannotRunFailsOnceAndLeavesThemWhereTheyWere() {
        var run = failed(Plans.mapReduce());
        var refused = run.afterwards().redrive(all(40), true, 4);
        var gone = new Signal.ItemsRefused(ErrorRecord.of(KnownCode.WORKTREE_ERROR.row(), "the commit is gone"));
        refused.send(gone).send(gone).play();
        assertThat(((EndEvent.Failed) refused.end()).error().code()).isEqualTo("WORKTREE_ERROR");
        assertThat(times(refused, "phase_failed")).isEqualTo(1);
        assertThat(refused.afterwards().state().items().count(ItemState.FAILED)).isEqualTo(40);
        down[0] = false;
        var again = refused.afterwards().redrive(all(40), false, 4).play();
        assertThat(again.end()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void aReduceThatWasHeldBackRunsOnceEveryItemIsSuccessful() {
        var run = failed(Plans.mapReduce().reduceWhen(When.COMPLETE));
        assertThat(run.state().stage("reduce").toString()).contains("LeftOut");
        down[0] = false;
        var some = run.afterwards().redrive(all(20), false, 4).play();
        assertThat(some.state().stage("reduce").toString()).contains("LeftOut");
        var rest = some.afterwards()
                .redrive(IntStream.range(20, 40).boxed().toList(), false, 4)
                .play();
        assertThat(rest.state().stage("reduce").toString()).contains("Done");
    }

    @Test
    void theLimitsOfTheRunHoldWhereNotEverythingChosenIsToRun() {
        var run = failed(Plans.mapReduce().maxFailures(41));
        var limited = Plans.mapReduce().maxFailures(3).parallel(4).done();
        var shaped = run.afterwards(limited).redrive(all(40), true, 4).play();
        assertThat(((EndEvent.Stopped) shaped.end()).error().code()).isEqualTo("MAX_FAILURES_REACHED");
        assertThat(times(shaped, "agent_started")).isEqualTo(43);
        var whole = run.afterwards(limited).redrive(all(40), false, 4).play();
        assertThat(times(whole, "agent_started")).isEqualTo(80);
    }

    @Test
    void attemptNumbersGoOnAndTheAllowanceIsWhole() {
        var plan =
                Plans.mapReduce().retries(2, Duration.ofSeconds(1)).parallel(1).done();
        var run = new ManualEngine(plan, new Script().items(1).attempts(_ -> Attempt.failing(Plans.exit(1))))
                .begin()
                .play();
        var again = run.afterwards().redrive(List.of(0), true, 1).play();
        assertThat(again.state().items().attempts(0)).isEqualTo(4);
        assertThat(again.journal().getLast().event().type()).isEqualTo("workflow_completed");
    }

    private static List<String> retries(ManualEngine run) {
        return run.journal().stream()
                .filter(each -> each.event() instanceof StepEvent.RetryScheduled)
                .map(each -> (StepEvent.RetryScheduled) each.event())
                .map(each -> each.attempt() + " to " + each.nextAttempt() + " of " + each.maxAttempts())
                .toList();
    }

    /// Attempt 4 is cut off by the death: it uses nothing of the allowance.
    @Test
    void numbersOfAttemptsGoOnThroughRedrivesAndDeaths() {
        var plan =
                Plans.mapReduce().retries(2, Duration.ofSeconds(1)).parallel(1).done();
        var run = new ManualEngine(plan, new Script().items(1).attempts(_ -> Attempt.failing(Plans.exit(1))))
                .begin()
                .play();
        var died = run.afterwards().redrive(List.of(0), true, 1);
        died.playUntil(died.clock().now().elapsed().plusMillis(2500));
        assertThat(died.state().items().state(0)).isEqualTo(ItemState.RUNNING);
        var again = died.afterwards().redrive(List.of(0), true, 1).play();
        assertThat(retries(again)).containsExactly("1 to 2 of 2", "3 to 4 of 4", "5 to 6 of 6");
        var letters = again.journal().stream()
                .filter(each -> each.event() instanceof LetterEvent.Updated)
                .map(each -> ((LetterEvent.Updated) each.event()).facts().attemptCount())
                .toList();
        assertThat(letters).containsExactly(5);
        var last = (ItemEvent.Failed) again.journal().stream()
                .filter(each -> each.event() instanceof ItemEvent.Failed)
                .toList()
                .getLast()
                .event();
        assertThat(last.error().retries().attempt()).isEqualTo(6);
        assertThat(last.error().retries().maxAttempts()).isEqualTo(6);
    }

    /// The failure of the item whose handler had ended when the process died is told by the redrive's process.
    @Test
    void aRedriveIsNotStoppedByWhatFailedBeforeIt() {
        var plan = Plans.mapReduce().handledBy(Then.STOP).parallel(2);
        var script = new Script().items(2).attempts(_ -> down[0] ? Attempt.failing(Plans.exit(1)) : Attempt.good());
        var whole = new ManualEngine(plan.done(), script).begin().play();
        int all = whole.journal().size();
        for (int events = 1; events < all; events++) {
            var run = new ManualEngine(plan.done(), script)
                    .dyingAfter(events)
                    .begin()
                    .play();
            if (run.state().items() == null || run.state().items().letters().items().length == 0) {
                continue;
            }
            down[0] = false;
            int item = run.state().items().letters().items()[0];
            var again = run.afterwards().redrive(List.of(item), true, 1).play();
            down[0] = true;
            assertThat(times(again, "policy_stopped") - times(run, "policy_stopped"))
                    .as("died after %d", events)
                    .isZero();
        }
    }

    /// Limits are checked also when no item is left (spec 02 §6.1).
    @ParameterizedTest
    @CsvSource({"4, 3", "5, 4", "6, 4"})
    void fiveFailuresInARowStopItAlsoWithItsLastItem(int items, int exit) {
        var run = failed(Plans.mapReduce());
        var again = run.afterwards().redrive(all(items), true, 4).play();
        assertThat(again.end().exitCode()).isEqualTo(exit);
        if (items == 5) {
            assertThat(((EndEvent.Stopped) again.end()).error().message())
                    .endsWith("in a row; next: prodigy dlq retry mapreduce-test");
        }
        var limited = Plans.mapReduce().maxFailures(items).parallel(4).done();
        var stopped = run.afterwards(limited)
                .redrive(all(Math.min(4, items)), true, 4)
                .play();
        assertThat(stopped.end().exitCode()).isEqualTo(items == 4 ? 4 : 3);
    }
}
