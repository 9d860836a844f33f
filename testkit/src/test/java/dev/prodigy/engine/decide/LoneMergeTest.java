package dev.prodigy.engine.decide;

import static dev.prodigy.engine.decide.Journals.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.engine.run.StepsResult;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Spec 05 §2.8: a run that did not come to its merge is merged, and stays what it was.
class LoneMergeTest {
    private boolean down = true;
    private final Script script = new Script()
            .items(4)
            .steps(stage -> down && stage instanceof Stage.Pass
                    ? new StepsResult.Failed(Plans.exit(1))
                    : new StepsResult.Succeeded())
            .attempts(_ -> down ? Attempt.failing(Plans.exit(1)) : Attempt.good());

    private static ManualEngine merged(ManualEngine run) {
        return run.afterwards().merge().play();
    }

    @Test
    void aFailedRunIsMergedAndStaysFailed() {
        var run = new ManualEngine(Plans.passes(2).done(), script).begin().play();

        var merged = merged(run);

        assertThat(merged.state().branch().merged()).isTrue();
        assertThat(((EndEvent.Failed) merged.end()).error()).isEqualTo(((EndEvent.Failed) run.end()).error());
        assertThat(times(merged, "pass_started")).isEqualTo(1);
        assertThat(merged.state().phase()).isEqualTo("commands");
    }

    @Test
    void aStoppedRunIsMergedAndAResumeStillApprovesItsFailures() {
        var plan = Plans.mapReduce().parallel(1).maxFailures(1).done();
        var run = new ManualEngine(plan, script).begin().play();
        assertThat(run.end()).isInstanceOf(EndEvent.Stopped.class);

        var merged = merged(run);

        assertThat(merged.end()).isInstanceOf(EndEvent.Stopped.class);
        assertThat(times(merged, "policy_stopped")).isEqualTo(1);
        assertThat(times(merged, "agent_started")).isEqualTo(times(run, "agent_started"));
        down = false;
        assertThat(merged.afterwards().resume().play().end()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void whatTheRunCommitsLaterIsOfferedAgain() {
        var run = new ManualEngine(Plans.passes(2).done(), script).begin().play();
        var merged = merged(run);
        down = false;
        script.merge(new MergeResult.LeftOut(MergeResult.NO_COMMITS));

        var resumed = merged.afterwards().resume().play();

        assertThat(times(resumed, "pass_completed")).isEqualTo(3);
        assertThat(resumed.state().stage("merge")).isInstanceOf(StageState.LeftOut.class);
        assertThat(resumed.state().outcome()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void aMergeThatFailsLeavesTheRunWhatItWas() {
        var run = new ManualEngine(Plans.passes(1).done(), script).begin().play();
        script.merge(new MergeResult.Failed(Plans.exit(9)));

        var refused = merged(run);

        assertThat(((EndEvent.Failed) refused.end()).error().code()).isEqualTo("EXIT_1");
        assertThat(times(refused, "phase_failed")).isEqualTo(1);
        down = false;
        script.merge(new MergeResult.Merged());
        assertThat(refused.afterwards().resume().play().end()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void aRunWhoseProcessDiedStaysInterrupted() {
        down = false;
        var run = new ManualEngine(Plans.mapReduce().parallel(1).done(), script)
                .begin()
                .playUntil(Duration.ofMillis(2500));

        var merged = merged(run);

        assertThat(merged.end()).isInstanceOf(EndEvent.Interrupted.class);
        assertThat(times(merged, "agent_started")).isEqualTo(times(run, "agent_started"));
        assertThat(merged.afterwards().resume().play().end()).isInstanceOf(EndEvent.Completed.class);
    }

    /// What ended it before its last resume is not what it is.
    @Test
    void aRunWhoseResumeDiedStaysInterrupted() {
        var run = new ManualEngine(Plans.passes(1).done(), script).begin().play();
        var died = run.afterwards().resume();

        assertThat(merged(died).end()).isInstanceOf(EndEvent.Interrupted.class);
    }

    @Test
    void aMergeThatDiesLeavesAStoppedRunStopped() {
        var plan = Plans.mapReduce().parallel(1).maxFailures(1).done();
        var run = new ManualEngine(plan, script).begin().play();
        var died = run.afterwards().merge();
        assertThat(died.end()).isNull();
        down = false;

        assertThat(died.afterwards().resume().play().end()).isInstanceOf(EndEvent.Completed.class);
    }
}
