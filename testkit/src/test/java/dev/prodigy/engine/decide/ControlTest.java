package dev.prodigy.engine.decide;

import static dev.prodigy.engine.decide.Journals.starts;
import static dev.prodigy.engine.decide.Journals.times;
import static dev.prodigy.engine.decide.Journals.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.Ending;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §2.7: a person changes a run that has begun.
class ControlTest {
    private static final Duration NOW = Duration.ofMillis(1500);

    private static Signal control(String command, Map<String, Value> arguments) {
        return new Signal.Controlled(new ControlEvent.Received(command, new Value.Fields(arguments), "ada"));
    }

    @Test
    void nothingStartsWhileDispatchIsPaused() {
        var run = new ManualEngine(Plans.mapReduce().parallel(1).done(), new Script().items(3))
                .sendAt(Duration.ofMillis(1500), control("pause", Map.of()))
                .sendAt(Duration.ofMillis(9500), control("resume-dispatch", Map.of()))
                .begin()
                .play();
        assertThat(starts(run)).containsExactly("001#1@1", "002#1@9", "003#1@10");
    }

    @Test
    void aPauseOutlivesTheProcessThatWasKilled() {
        var killed = new ManualEngine(Plans.mapReduce().parallel(1).done(), new Script().items(3))
                .sendAt(NOW, control("pause", Map.of()))
                .begin()
                .playUntil(Duration.ofMillis(2500));
        var run = killed.afterwards()
                .sendAt(Duration.ofMillis(9500), control("resume-dispatch", Map.of()))
                .resume()
                .play();
        assertThat(starts(run)).containsExactly("001#1@1", "002#1@9", "003#1@10");
        assertThat(warnings(run)).containsExactly("STILL_PAUSED");
    }

    @Test
    void aRedriveOfARunThatWasKilledWhilePausedWaitsToo() {
        var killed = new ManualEngine(Plans.mapReduce().parallel(1).done(), Scripts.failing(3, 0))
                .sendAt(Duration.ofMillis(2500), control("pause", Map.of()))
                .begin()
                .playUntil(Duration.ofMillis(3500));
        var run = killed.afterwards()
                .sendAt(Duration.ofMillis(9500), control("resume-dispatch", Map.of()))
                .redrive(List.of(0), false, 1)
                .play();
        assertThat(starts(run)).containsExactly("001#1@1", "002#1@2", "001#2@9");
    }

    /// Whoever ends a run and resumes it wants it to go on.
    @Test
    void aPauseEndsWithTheRunThatAPersonEnds() {
        var stopped = new ManualEngine(Plans.mapReduce().parallel(1).done(), new Script().items(3))
                .sendAt(NOW, control("pause", Map.of()))
                .sendAt(Duration.ofMillis(2500), control("stop", Map.of()))
                .begin()
                .play();
        var run = stopped.afterwards().resume().play();
        assertThat(run.journal().getLast().event()).isInstanceOf(EndEvent.Completed.class);
        assertThat(warnings(run)).isEmpty();
    }

    @Test
    void theWidthCanBeChangedWhileTheRunGoesOn() {
        var run = new ManualEngine(Plans.mapReduce().parallel(1).done(), new Script().items(9))
                .sendAt(Duration.ofMillis(1500), control("set", Map.of("max_parallel", Value.of(4))))
                .begin()
                .play();
        assertThat(run.mostAttempts()).isEqualTo(4);
        assertThat(run.clock().now().elapsed()).isLessThan(Duration.ofSeconds(6));
    }

    @Test
    void aChangeTellsWhatHeldBefore() {
        var run = new ManualEngine(Plans.mapReduce().parallel(3).done(), new Script().items(9))
                .sendAt(Duration.ofMillis(1100), control("set", Map.of("max_parallel", Value.of(2))))
                .sendAt(Duration.ofMillis(1200), control("set", Map.of("max_parallel", Value.of(1))))
                .begin()
                .play();
        assertThat(run.journal())
                .extracting(Recorded::event)
                .filteredOn(ControlEvent.SettingChanged.class::isInstance)
                .extracting(event -> ((ControlEvent.SettingChanged) event).from())
                .containsExactly(Value.of(3), Value.of(2));
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1001", "2.5"})
    void aWidthThatCannotBeChangesNothing(double width) {
        var run = new ManualEngine(Plans.mapReduce().parallel(2).done(), new Script().items(3))
                .sendAt(Duration.ofMillis(1500), control("set", Map.of("max_parallel", Value.of(width))))
                .sendAt(Duration.ofMillis(1600), control("from_the_future", Map.of()))
                .begin()
                .play();
        assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
        assertThat(times(run, "setting_changed")).isZero();
        assertThat(times(run, "control_received")).isEqualTo(2);
    }

    @Test
    void aPersonDrainsOrStops() {
        for (var command : List.of("drain", "stop")) {
            var run = new ManualEngine(
                            Plans.mapReduce().parallel(2).done(),
                            new Script().items(6).attempts(_ -> Attempt.good().lasting(Duration.ofSeconds(4))))
                    .sendAt(Duration.ofSeconds(2), control(command, Map.of()))
                    .begin()
                    .play();
            assertThat(((EndEvent.Cancelled) run.end()).exitCode()).isEqualTo(1);
            assertThat(times(run, "agent_completed")).isEqualTo(command.equals("drain") ? 2 : 0);
        }
    }

    @Test
    void whatOnlyAPersonCanGiveDrainsTheRun() {
        var run = new ManualEngine(
                        Plans.mapReduce().parallel(2).done(),
                        new Script().items(6).attempts(_ -> Attempt.good().lasting(Duration.ofSeconds(4))))
                .sendAt(Duration.ofSeconds(2), new Signal.Lacks(new Ending.Lacking("secret_missing", "SECRET")))
                .begin()
                .play();
        assertThat(run.end()).isEqualTo(new EndEvent.Interrupted("secret_missing", "SECRET", 2, 5000));
        assertThat(times(run, "agent_completed")).isEqualTo(2);
        assertThat(times(run, "agent_started")).isEqualTo(2);
    }

    /// Spec 03 §8: the deadline ends what a drain still awaits.
    @Test
    void aDeadlineEndsWhatADrainAwaits() {
        var run = new ManualEngine(
                        Plans.mapReduce()
                                .parallel(2)
                                .timeout(Duration.ofSeconds(3))
                                .done(),
                        new Script().items(6).attempts(_ -> Attempt.good().lasting(Duration.ofSeconds(4))))
                .sendAt(Duration.ofSeconds(2), control("drain", Map.of()))
                .begin()
                .play();
        assertThat(run.end()).isInstanceOf(EndEvent.Cancelled.class);
        assertThat(times(run, "agent_completed")).isZero();
    }

    @Test
    void aPausedRunBeginsNoFurtherPhase() {
        var run = new ManualEngine(Plans.mapReduce().done(), new Script().items(1))
                .sendAt(NOW, control("pause", Map.of()))
                .begin()
                .playUntil(Duration.ofMinutes(1));
        assertThat(run.end()).isNull();
        assertThat(run.state().stage("map").toString()).contains("Done");
        assertThat(run.state().stage("reduce").toString()).contains("Ahead");
        run.send(control("resume-dispatch", Map.of())).play();
        assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
    }

    @ParameterizedTest
    @CsvSource({"max_failures, 2, MAX_FAILURES_REACHED, 2", "failure_threshold, 0.1, FAILURE_THRESHOLD_EXCEEDED, 10"})
    void theLimitsOfFailuresCanBeChangedAndStayChanged(String key, String value, String code, int starts) {
        var change = control("set", Map.of(key, new Value.Num(new java.math.BigDecimal(value))));
        var script = Scripts.failing(20, IntStream.range(0, 20).toArray());
        var run = new ManualEngine(Plans.mapReduce().parallel(1).done(), script)
                .sendAt(NOW, change)
                .begin()
                .play();
        assertThat(((EndEvent.Stopped) run.end()).error().code()).isEqualTo(code);
        assertThat(times(run, "agent_started")).isEqualTo(starts);
        var again = run.afterwards().resume().play();
        assertThat(times(again, "agent_started")).as("counted anew").isEqualTo(Math.min(20, 2 * starts));
    }

    @Test
    void theDeadlineCanBeChangedInBothDirections() {
        var plan = Plans.mapReduce().parallel(1).timeout(Duration.ofSeconds(5)).done();
        var longer = new ManualEngine(plan, new Script().items(9))
                .sendAt(NOW, control("set", Map.of("timeout_ms", Value.of(60_000))))
                .begin()
                .play();
        assertThat(longer.end()).isInstanceOf(EndEvent.Completed.class);
        var shorter = new ManualEngine(plan, new Script().items(9))
                .sendAt(NOW, control("set", Map.of("timeout_ms", Value.of(3000))))
                .begin()
                .play();
        assertThat(((EndEvent.TimedOut) shorter.end()).timeoutMs()).isEqualTo(3000);
        assertThat(shorter.clock().now().elapsed()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void whatAResumeSaysHoldsOverWhatWasSetBefore() {
        var run = new ManualEngine(Plans.mapReduce().parallel(4).done(), new Script().items(20))
                .sendAt(NOW, control("set", Map.of("max_parallel", Value.of(1))))
                .begin()
                .playUntil(Duration.ofSeconds(4));
        var kept = run.afterwards().resume().playUntil(Duration.ofSeconds(8));
        assertThat(kept.mostAttempts()).isEqualTo(1);
        var wide = kept.afterwards().resume(new Value.Fields(Map.of("max_parallel", Value.of(3))));
        assertThat(wide.playUntil(Duration.ofSeconds(10)).mostAttempts()).isEqualTo(3);
        var later = wide.afterwards().resume().play();
        assertThat(later.mostAttempts())
                .as("what was set is kept, what a resume said ended with it")
                .isEqualTo(1);
    }

    @Test
    void theDeadlineThatAResumeWasGivenIsNotThatOfTheNext() {
        var brief = new Value.Fields(Map.of("timeout_ms", Value.of(1500)));
        var killed = new ManualEngine(Plans.mapReduce().parallel(1).done(), new Script().items(9))
                .begin()
                .playUntil(Duration.ofMillis(1500));
        var over = killed.afterwards().resume(brief).play();
        assertThat(((EndEvent.TimedOut) over.end()).timeoutMs()).isEqualTo(1500);
        assertThat(over.afterwards().resume().play().end()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void aDeadlineThatIsSetWhileAResumeGoesOnGoesBeforeItsOption() {
        var resumed = new ManualEngine(Plans.mapReduce().parallel(1).done(), new Script().items(9))
                .begin()
                .playUntil(Duration.ofMillis(1500));
        var over = resumed.afterwards()
                .sendAt(Duration.ofMillis(2500), control("set", Map.of("timeout_ms", Value.of(3000))))
                .resume(new Value.Fields(Map.of("timeout_ms", Value.of(60_000))))
                .play();
        assertThat(((EndEvent.TimedOut) over.end()).timeoutMs()).isEqualTo(3000);
        var again = over.afterwards().resume().play();
        assertThat(((EndEvent.TimedOut) again.end()).timeoutMs()).as("kept").isEqualTo(3000);
    }

    @ParameterizedTest
    @CsvSource({"pause, 0", "resume-dispatch, 0", "drain, 0", "stop, 0", "set, 2", "skip, 3", "requeue, 3"})
    void afterTheEndOnlyWhatTheNextProcessCanUseIsJournaled(String command, int events) {
        var run = new ManualEngine(Plans.mapReduce().done(), Scripts.failing(2, 0))
                .begin()
                .play();
        int before = run.journal().size();
        run.send(control(command, Map.of("items", Value.ofTexts(List.of(ItemId.of(0))), "max_parallel", Value.of(1))));
        assertThat(run.journal()).hasSize(before + events);
    }
}
