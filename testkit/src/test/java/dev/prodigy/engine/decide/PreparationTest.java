package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.StepsResult;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Spec 01 §13: the commands of the environment come before the first step, inside the run.
class PreparationTest {
    private static final Set<String> ASIDE = Set.of("checkpoint_saved", "error_metrics");
    private static final StepsResult FAILED =
            new StepsResult.Failed(ErrorRecord.of(ErrorCode.ofExit(3), "env `A`: exit status 3"));

    private static List<String> types(ManualEngine run) {
        return run.journal().stream()
                .map(each -> each.event().type())
                .filter(type -> !ASIDE.contains(type))
                .toList();
    }

    @Test
    void aRunPreparesBeforeItsFirstStageAndOncePerProcess() {
        var script = new Script().items(2);
        var plan = Plans.mapReduce().preparing().done();

        var first = new ManualEngine(plan, script).begin();
        assertThat(types(first)).containsExactly("workflow_started");
        first.play();

        assertThat(first.end()).isInstanceOf(EndEvent.Completed.class);
        assertThat(first.clock().now().elapsed())
                .isEqualTo(new ManualEngine(Plans.mapReduce().done(), script)
                        .begin()
                        .play()
                        .clock()
                        .now()
                        .elapsed()
                        .plusSeconds(1));
    }

    @Test
    void aFailureFailsTheRunAndAResumePreparesAgain() {
        var plan = Plans.mapReduce().preparing().done();

        var failed = new ManualEngine(plan, new Script().items(2).preparation(() -> FAILED))
                .begin()
                .play();

        assertThat(types(failed)).containsExactly("workflow_started", "workflow_failed");
        var resumed = ManualEngine.after(plan, new Script().items(2), failed.journal())
                .resume()
                .play();
        assertThat(resumed.end()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void aFailureLeavesWhatARedriveWasAskedFor() {
        var plan = Plans.mapReduce().preparing().done();
        var bad = Script.Attempt.failing(ErrorRecord.of(ErrorCode.ofExit(1), "exit status 1"));
        var before = new ManualEngine(plan, new Script().items(2).attempts(_ -> bad))
                .begin()
                .play();

        var redrive = ManualEngine.after(plan, new Script().preparation(() -> FAILED), before.journal())
                .redrive(List.of(0, 1), true, null)
                .play();

        assertThat(types(redrive)).endsWith("phase_failed", "dlq_retry_completed", "workflow_failed");
        var again = ManualEngine.after(plan, new Script(), redrive.journal())
                .redrive(List.of(0, 1), true, null)
                .play();
        assertThat(again.end()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void aFailureLeavesARunThatWasToBeMergedWhatItIs() {
        var plan = Plans.mapReduce().preparing().done();
        var before = new ManualEngine(plan, new Script().items(1)).begin().play();

        var merged = ManualEngine.after(plan, new Script().preparation(() -> FAILED), before.journal())
                .merge()
                .play();

        assertThat(types(merged)).endsWith("phase_failed", "workflow_completed");
    }

    @Test
    void theRunsLimitAndAPersonEndIt() {
        var late = new ManualEngine(
                        Plans.mapReduce()
                                .preparing()
                                .timeout(Duration.ofMillis(300))
                                .done(),
                        new Script())
                .begin()
                .play();
        assertThat(types(late)).containsExactly("workflow_started", "workflow_timed_out");

        var stopped = new ManualEngine(Plans.mapReduce().preparing().done(), new Script())
                .begin()
                .send(new Signal.StopAsked("person", null, false))
                .play();
        assertThat(types(stopped)).containsExactly("workflow_started", "workflow_cancelled");
    }
}
