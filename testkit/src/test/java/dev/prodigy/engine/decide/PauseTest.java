package dev.prodigy.engine.decide;

import static dev.prodigy.engine.decide.Journals.attempts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Time for which a person paused the run is charged to no limit of what could have gone on (spec 02 §10, 05 §2.7).
class PauseTest {
    private static final Script FAILING = new Script().items(1).attempts(_ -> Attempt.failing(Plans.exit(1)));

    private static Signal control(String command) {
        return new Signal.Controlled(new ControlEvent.Received(command, new Value.Fields(Map.of()), "ada"));
    }

    private static Duration seconds(long count) {
        return Duration.ofSeconds(count);
    }

    private static Plans plan() {
        return Plans.mapReduce().retries(9, seconds(10)).agentLimit(seconds(30), null);
    }

    /// Without a pause: attempts at 1, 12 and 23 seconds; the next would begin at 34. The pause holds the second from
    /// 12 to 100.
    @Test
    void anItemsTimeStandsStillWhileAPauseHoldsItBack() {
        var run = new ManualEngine(plan().done(), FAILING)
                .sendAt(seconds(5), control("pause"))
                .sendAt(seconds(100), control("resume-dispatch"))
                .begin()
                .play();
        assertThat(attempts(run)).containsExactly("1@1", "2@100", "3@111");
    }

    @ParameterizedTest
    @CsvSource({"20", "50"})
    void soItDoesWhereTheProcessDiesInThePause(long death) {
        var run = new ManualEngine(plan().done(), FAILING)
                .sendAt(seconds(5), control("pause"))
                .begin()
                .playUntil(seconds(death));
        var next = run.afterwards()
                .sendAt(seconds(death + 5), control("resume-dispatch"))
                .resume()
                .play();
        assertThat(attempts(next)).containsExactly("1@1", "2@" + (death + 5), "3@" + (death + 16));
    }

    /// The other item holds the only place from 4 to 64 seconds. The pause from 13 to 20 is not charged to the first,
    /// its waiting for the place is: its time ends at 78, before a fourth attempt could begin at 86.
    @Test
    void behindThePauseWaitingForAPlaceIsCharged() {
        var script = new Script()
                .items(2)
                .attempts(start -> start.item() == 0
                        ? Attempt.failing(Plans.exit(1))
                        : Attempt.good().lasting(seconds(60)));
        var plan = Plans.mapReduce().parallel(1).retries(9, seconds(10)).agentLimit(seconds(70), null);
        var run = new ManualEngine(plan.done(), script)
                .sendAt(Duration.ofMillis(1500), control("pause"))
                .sendAt(seconds(4), control("resume-dispatch"))
                .sendAt(seconds(13), control("pause"))
                .sendAt(seconds(20), control("resume-dispatch"))
                .begin()
                .play();
        assertThat(attempts(run)).containsExactly("1@1", "1@4", "2@64", "3@75");
    }

    @Test
    void theRunsOwnTimeStandsStillToo() {
        var plan = Plans.mapReduce().timeout(seconds(10)).parallel(1).done();
        var run = new ManualEngine(plan, new Script().items(3))
                .sendAt(seconds(2), control("pause"))
                .sendAt(seconds(60), control("resume-dispatch"))
                .begin()
                .play();
        assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
        var slow = new Script().items(30);
        var late = new ManualEngine(plan, slow)
                .sendAt(seconds(2), control("pause"))
                .sendAt(seconds(60), control("resume-dispatch"))
                .begin()
                .play();
        assertThat(late.end()).isInstanceOf(EndEvent.TimedOut.class);
        assertThat(late.clock().now().elapsed()).isEqualTo(seconds(68));
    }

    /// Nothing is charged to the caller's limits while items stand before their start, whatever holds them.
    @Test
    void theClockOfACallerStandsStillWhileItemsAreHeld() {
        var breaker = new BreakerPolicy(1, 1, seconds(20), 1, OnOpen.WAIT, null, null);
        var script = new Script()
                .items(3)
                .attempts(start -> start.item() == 0 ? Attempt.failing(Plans.exit(1)) : Attempt.good());
        var run = new ManualEngine(
                        Plans.mapReduce()
                                .parallel(1)
                                .breaker(breaker)
                                .callersTime(seconds(60))
                                .done(),
                        script)
                .sendAt(Duration.ofMillis(22_500), control("pause"))
                .sendAt(seconds(40), control("resume-dispatch"))
                .begin()
                .play();
        assertThat(run.caller()).containsExactly("stands@2", "goes on@22", "stands@23", "goes on@40");
        assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void itGoesOnWhenTheRunEnds() {
        var run = new ManualEngine(
                        Plans.mapReduce().parallel(1).callersTime(seconds(60)).done(), new Script().items(3))
                .sendAt(Duration.ofMillis(1500), control("pause"))
                .sendAt(seconds(9), control("stop"))
                .begin()
                .play();
        assertThat(run.caller()).containsExactly("stands@2", "goes on@9");
    }
}
