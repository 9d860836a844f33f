package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a pause, a drain and a stop by policy mean to a step between two of its attempts (spec 02 §6.4, 05 §2.7).
class HeldStepsTest {
    private static final Value ITEM = Value.of("x");

    private static Duration seconds(long count) {
        return Duration.ofSeconds(count);
    }

    private static Signal control(String command) {
        return new Signal.Controlled(new ControlEvent.Received(command, new Value.Fields(Map.of()), "ada"));
    }

    private static final Signal STOP = new Signal.Reported(
            Context.RUN,
            new RunEvent.PolicyStopped("max_failures_reached", Value.of(3), Value.of(3), null, 3, 3, null));

    private static Play play(boolean inItem) {
        var play = Play.bare();
        play.shell().on("try", ScriptedAnswer.exit(1).lasting(seconds(2)));
        return inItem ? play.item(ITEM) : play;
    }

    /// Attempts from 0 to 2, 100 to 102 and 112 to 114 seconds: the pause from 5 to 100 holds the second back, due at
    /// 12, and no limit runs meanwhile.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noLimitButTheRunsRunsWhileAPauseHoldsARetryBack(boolean inItem) {
        var play = play(inItem);
        play.world().sending(seconds(5), control("pause")).sending(seconds(100), control("resume-dispatch"));
        play.run(shell("try").retry(3, seconds(10)).total(seconds(30)));
        play.ran("try", 3);
        assertThat(play.last().error().retries().exhausted()).isTrue();
        assertThat(play.elapsed()).isEqualTo(seconds(114));
        assertThat(play.events(ItemEvent.Waiting.class)).hasSize(inItem ? 1 : 0);
        play.events(ItemEvent.Waiting.class)
                .forEach(each -> assertThat(each.reason()).isEqualTo("paused"));
        play.events(ItemEvent.Continued.class)
                .forEach(each -> assertThat(each.waitedMs()).isEqualTo(88_000));
    }

    @Test
    void noLimitRunsWhileAPauseHoldsAFirstAttemptBack() {
        var play = play(false);
        play.world().sending(seconds(1), control("pause")).sending(seconds(100), control("resume-dispatch"));
        play.run(
                        shell("try").continueOnError(),
                        shell("echo there").total(seconds(5)).timeout(seconds(5)))
                .ran("echo there", 1)
                .ended(Outcome.SUCCEEDED);
        assertThat(play.elapsed()).isEqualTo(seconds(100));
    }

    @ParameterizedTest
    @CsvSource({"drain, false", "drain, true", "stop, false", "stop, true"})
    void theWaitForARetryEndsWithADrainOrAStop(String how, boolean inItem) {
        var play = play(inItem);
        play.world().sending(seconds(5), how.equals("drain") ? control("drain") : STOP);
        play.dies(shell("try").retry(3, seconds(1000)));
        assertThat(play.elapsed()).isEqualTo(seconds(5));
    }

    /// Spec 03 §8: an attempt that runs when a drain begins runs to its end, with the steps that are still ahead of it.
    @ParameterizedTest
    @ValueSource(strings = {"drain", "stop"})
    void theStepsOfAnAttemptThatRunsAreAllRun(String how) {
        var play = Play.bare().item(ITEM);
        play.shell().on("first", ScriptedAnswer.exit(0).lasting(seconds(2)));
        play.world().sending(seconds(1), how.equals("drain") ? control("drain") : STOP);
        play.run(shell("first"), shell("second"));
        play.ran("second", 1);
    }

    @ParameterizedTest
    @CsvSource({"drain, false", "drain, true", "stop, false", "stop, true"})
    void noRetryStartsBehindADrainOrAStopButAnAttemptOfAListCounts(String how, boolean inItem) {
        var play = play(inItem);
        play.world().sending(seconds(1), how.equals("drain") ? control("drain") : STOP);
        play.dies(shell("try").retry(3, seconds(1000)));
        assertThat(play.elapsed()).isEqualTo(seconds(2));
        // an item begins again as a whole
        assertThat(play.events(StepEvent.RetryScheduled.class)).hasSize(inItem ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource({"drain, false", "drain, true", "stop, false", "stop, true"})
    void theWaitForABreakerEndsWithADrainOrAStop(String how, boolean inItem) {
        var play = play(inItem);
        play.world().sending(seconds(9), how.equals("drain") ? control("drain") : STOP);
        var breaker = new BreakerPolicy(1, 1, seconds(1000), 1, OnOpen.WAIT, null, "api");
        play.dies(shell("try").retry(3, seconds(1)).breaker(breaker));
        assertThat(play.elapsed()).isEqualTo(seconds(9));
    }

    /// Neither a retry nor a probe starts while a person has paused the run.
    @Test
    void noProbeOfABreakerStartsInAPause() {
        var play = play(true);
        play.world().sending(seconds(9), control("pause")).sending(seconds(100), control("resume-dispatch"));
        var breaker = new BreakerPolicy(1, 1, seconds(20), 1, OnOpen.WAIT, null, "api");
        play.run(
                shell("try").continueOnError().breaker(breaker),
                shell("echo probe").breaker(breaker));
        play.ran("echo probe", 1);
        assertThat(play.elapsed()).isEqualTo(seconds(100));
    }
}
