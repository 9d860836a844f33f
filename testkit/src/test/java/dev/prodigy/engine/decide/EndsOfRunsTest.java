package dev.prodigy.engine.decide;

import static dev.prodigy.engine.decide.Journals.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StepsResult;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.PhaseSteps.When;
import dev.prodigy.testkit.engine.JournaledRun;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import dev.prodigy.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 03 §1: every end of a run, with status and exit code.
class EndsOfRunsTest {

    private static ManualEngine played(Plan plan, Script script) {
        return new ManualEngine(plan, script).begin().play();
    }

    private static void ended(ManualEngine run, String type, String status, int exitCode) {
        var end = run.end();
        assertThat(end).isNotNull();
        assertThat(end.type()).isEqualTo(type);
        var body = end.body().members();
        assertThat(body.get("exit_code").toString()).contains("[number=" + exitCode + "]");
        if (!status.isEmpty()) {
            assertThat(body.get("status").toString()).contains(status);
        }
    }

    @Test
    void aRunOfNothingButSuccess() {
        var run = played(Plans.mapReduce().done(), new Script().items(3));
        ended(run, "workflow_completed", "completed", 0);
        assertThat(times(run, "agent_completed")).isEqualTo(3);
        assertThat(times(run, "phase_completed")).isEqualTo(4);
    }

    @Test
    void zeroItemsAreAllSuccessful() {
        ended(played(Plans.mapReduce().done(), new Script().items(0)), "workflow_completed", "completed", 0);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # failing, disposition, allowed, exit
            1, dlq,  false, 3
            3, dlq,  false, 3
            1, skip, false, 3
            1, dlq,  true,  0
            """)
    void failedItemsSpoilTheStatus(int failing, String disposition, boolean allowed, int exit) {
        var plans = Plans.mapReduce()
                .onItemFailure(
                        disposition.equals("skip") ? new FailureDisposition.Skip() : new FailureDisposition.Dlq());
        var run = played(
                (allowed ? plans.allowingFailures() : plans).done(),
                new Script()
                        .items(3)
                        .attempts(start -> start.item() < failing ? Attempt.failing(Plans.exit(1)) : Attempt.good()));
        ended(run, "workflow_completed", "completed_with_failures", exit);
        assertThat(times(run, "dlq_item_added")).isEqualTo(disposition.equals("skip") ? 0 : failing);
        assertThat(times(run, "item_skipped")).isEqualTo(disposition.equals("skip") ? failing : 0);
    }

    @Test
    void aToleratedStepSpoilsTheStatus() {
        var run = played(Plans.mapReduce().done(), new Script().items(1).attempts(_ -> Attempt.tolerated()));
        ended(run, "workflow_completed", "completed_with_failures", 3);
    }

    @ParameterizedTest
    @CsvSource({"setup, 0", "reduce, 2"})
    void aFailedPhaseFailsTheRunAndAResumeGoesOnInIt(String phase, int itemsDone) {
        var failing = new boolean[] {true};
        var script = new Script()
                .items(2)
                .steps(stage -> stage.name().equals(phase) && failing[0]
                        ? new StepsResult.Failed(Plans.exit(7))
                        : new StepsResult.Succeeded());
        var run = played(Plans.mapReduce().done(), script);
        ended(run, "workflow_failed", "", 1);
        assertThat(times(run, "agent_completed")).isEqualTo(itemsDone);
        failing[0] = false;
        var again = run.afterwards().resume().play();
        ended(again, "workflow_completed", "completed", 0);
        assertThat(times(again, "agent_completed")).isEqualTo(2);
    }

    @Test
    void itemsThatCannotBeReadFailTheRun() {
        var run = played(Plans.mapReduce().done(), new Script().noItems(Plans.exit(1)));
        ended(run, "workflow_failed", "", 1);
    }

    @Test
    void aRefusedMergeFailsTheRunAndItemsStaySuccessful() {
        var script = new Script().items(2).merge(new MergeResult.Failed(Plans.conflict()));
        var run = played(Plans.mapReduce().done(), script);
        ended(run, "workflow_failed", "", 1);
        script.merge(new MergeResult.Merged());
        var again = run.afterwards().resume().play();
        ended(again, "workflow_completed", "completed", 0);
        assertThat(times(again, "agent_started")).isEqualTo(2);
    }

    @Test
    void aMergeWithoutConsentIsOfferedAgainByAResume() {
        var script = new Script().items(1).merge(new MergeResult.LeftOut("no_consent"));
        var run = played(Plans.mapReduce().done(), script);
        ended(run, "workflow_completed", "completed", 0);
        script.merge(new MergeResult.Merged());
        var again = run.afterwards().resume();
        assertThat(again.play().end()).isInstanceOf(EndEvent.Completed.class);
        assertThat(again.state().stage("merge").toString()).contains("Done");
    }

    @Test
    void reduceThatWantsEveryItemIsLeftOut() {
        var run = played(
                Plans.mapReduce()
                        .reduceWhen(When.COMPLETE)
                        .mergeWhen(When.COMPLETE)
                        .done(),
                new Script()
                        .items(2)
                        .attempts(start -> start.item() == 0 ? Attempt.failing(Plans.exit(1)) : Attempt.good()));
        ended(run, "workflow_completed", "completed_with_failures", 3);
        assertThat(run.state().stage("reduce").toString()).contains("LeftOut");
        assertThat(run.state().stage("merge").toString()).contains("LeftOut");
        assertThat(times(run, "merge_skipped")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"SIGINT, 130", "SIGTERM, 143", "SIGHUP, 1", ", 1"})
    void aSignalCancels(String signal, int exit) {
        var run = new ManualEngine(
                        Plans.mapReduce().done(),
                        new Script().items(4).attempts(_ -> Attempt.good().lasting(Duration.ofSeconds(10))))
                .sendAt(Duration.ofSeconds(3), new Signal.StopAsked("signal", signal, false))
                .begin()
                .play();
        ended(run, "workflow_cancelled", "", exit);
        assertThat(times(run, "agent_interrupted")).isEqualTo(2);
        assertThat(run.clock().now().elapsed()).isEqualTo(Duration.ofSeconds(3));
        var again = run.afterwards().resume().play();
        ended(again, "workflow_completed", "completed", 0);
        assertThat(times(again, "agent_completed")).isEqualTo(4);
        // an attempt that was cut off has a number, but is no execution that counts (spec 05 §7)
        assertThat(again.journal())
                .extracting(Recorded::event)
                .filteredOn(ItemEvent.Completed.class::isInstance)
                .allMatch(event -> ((ItemEvent.Completed) event).attempts() == 1);
    }

    @Test
    void aSecondSignalEndsTheWorkAtOnce() {
        var run = new ManualEngine(Plans.mapReduce().done(), new Script().items(2));
        run.begin().playUntil(Duration.ofMillis(1500));
        assertThat(run.wouldLeadTo(new Signal.StopAsked("signal", "SIGINT", true)))
                .contains("→ end work at once")
                .doesNotContain("→ end work\n");
    }

    @Test
    void theDeadlineEndsTheRun() {
        var run = new ManualEngine(
                        Plans.mapReduce().timeout(Duration.ofMillis(1500)).done(), new Script().items(4))
                .begin()
                .play();
        ended(run, "workflow_timed_out", "", 5);
        assertThat(run.clock().now().elapsed()).isEqualTo(Duration.ofMillis(1500));
        assertThat(((EndEvent.TimedOut) run.end()).timeoutMs()).isEqualTo(1500);
        var again = run.afterwards().resume().play();
        ended(again, "workflow_timed_out", "", 5);
        assertThat(again.clock().now().elapsed()).as("a fresh deadline").isEqualTo(Duration.ofSeconds(3));
        var longer = new Value.Fields(Map.of("timeout_ms", Value.of(60_000)));
        ended(again.afterwards().resume(longer).play(), "workflow_completed", "completed", 0);
    }

    @Test
    void whatAnswersAfterTheEndSaysNothingMore() {
        var run = played(Plans.mapReduce().done(), new Script().items(1));
        int events = run.journal().size();
        run.send(new Signal.OutputsReady(Outputs.NONE));
        run.send(new Signal.StopAsked("signal", "SIGINT", false));
        run.send(new Signal.DeadlinePassed());
        run.send(new Signal.Reported(Context.RUN, new RunEvent.WarningRaised("VIEW_NOT_WRITTEN", "no space left")));
        assertThat(run.journal()).hasSize(events);
    }

    @Test
    void passesFollowOneAnotherUpToTheFirstThatFails() {
        var run = played(
                Plans.passes(3).done(),
                new Script()
                        .steps(stage -> stage instanceof Stage.Pass pass && pass.number() == 2
                                ? new StepsResult.Failed(Plans.exit(1))
                                : new StepsResult.Succeeded()));
        ended(run, "workflow_failed", "", 1);
        assertThat(times(run, "pass_started")).isEqualTo(2);
    }

    @Test
    void passesGoOnAfterOneThatFailedWhereTheyMay() {
        var run = played(
                Plans.passes(3).goingOnAfterFailedPasses().done(),
                new Script()
                        .steps(stage -> stage instanceof Stage.Pass pass && pass.number() == 2
                                ? new StepsResult.Failed(Plans.exit(1))
                                : new StepsResult.Succeeded()));
        ended(run, "workflow_failed", "", 1);
        assertThat(times(run, "pass_started")).isEqualTo(3);
        assertThat(times(run, "phase_started")).as("the merge is not offered").isZero();
    }

    @Test
    void aPassInWhichAFailureWasToleratedSaysSo() {
        var run = new JournaledRun("run", Plans.passes(2).done(), List.of(), () -> 0);
        var now = new VirtualClock().now();
        run.take(JournaledRun.begin("standard"), now);
        var step = Context.phase("commands").inPass(1).inStep("commands[0]", null, List.of());
        var failed = new StepEvent.Failed(
                "shell", Plans.exit(1), true, 1, 5, 5, 0, new Value.Fields(Map.of()), null, null, null);
        run.take(new Signal.Reported(step, failed), now);
        for (int pass = 1; pass <= 2; pass++) {
            run.take(
                    new Signal.StepsEnded(new Stage.Pass(pass, 1, "arg-" + pass, false), new StepsResult.Succeeded()),
                    now);
        }

        assertThat(run.journal())
                .extracting(Recorded::event)
                .filteredOn(PhaseEvent.PassCompleted.class::isInstance)
                .extracting(event -> ((PhaseEvent.PassCompleted) event).status())
                .containsExactly("completed_with_failures", "completed");
    }

    /// Spec 03 §8: `now` goes beyond a limit by none, also where all attempts end at the same moment.
    @Test
    void whereAStopKillsNoFailureIsCountedBehindIt() {
        var plan = Plans.mapReduce().parallel(4).maxFailures(1).killing().done();
        var run = played(plan, new Script().items(6).attempts(_ -> Attempt.failing(Plans.exit(1))));
        assertThat(run.end()).isInstanceOf(EndEvent.Stopped.class);
        assertThat(times(run, "agent_failed")).isEqualTo(1);
        assertThat(times(run, "agent_interrupted")).isEqualTo(3);
        assertThat(run.state().items().counts().pending()).isEqualTo(5);
        assertThat(run.state().items().letters().items()).containsExactly(0);
        var again = run.afterwards().resume().play();
        assertThat(times(again, "agent_failed")).isEqualTo(2);
    }

    @Test
    void iterationsEndAfterOneThatMadeNoCommit() {
        var script = new Script().steps(_ -> new StepsResult.Succeeded());
        var run = new ManualEngine(Plans.passes(5).untilUnchanged().done(), script);
        run.sendAt(Duration.ofMillis(500), committed(1)).sendAt(Duration.ofMillis(1500), committed(2));
        run.begin().play();
        assertThat(times(run, "pass_started")).isEqualTo(3);
        assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
        assertThat(run.state().passes().hasChanged(new Stage.Pass(2, 2, null, false)))
                .isTrue();
    }

    private static Signal committed(int pass) {
        return new Signal.Reported(
                Context.phase("commands").inPass(pass),
                new StepEvent.Completed(
                        "success", 1, 1, 1, 0, 0L, new Value.Fields(Map.of()), List.of("c0ffee"), null, null));
    }
}
