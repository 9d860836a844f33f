package dev.prodigy.engine.decide;

import static dev.prodigy.engine.decide.Journals.attempts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.CallersWord;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A pause, a drain and a deadline of a run hold for the runs that its steps call, as long as they hold for itself.
class CallersWordTest {
    private static final Script FAILING = new Script().items(1).attempts(_ -> Attempt.failing(Plans.exit(1)));

    private static Signal control(String command) {
        return control(command, new Value.Fields(Map.of()));
    }

    private static Signal control(String command, Value.Fields arguments) {
        return new Signal.Controlled(new ControlEvent.Received(command, arguments, "ada"));
    }

    private static Signal timeout(long ms) {
        return control("set", new Value.Fields(Map.of("timeout_ms", new Value.Num(BigDecimal.valueOf(ms)))));
    }

    private static Signal says(boolean paused, @Nullable Duration left) {
        return new Signal.CallerSaid(new CallersWord(paused, false, left));
    }

    private static Signal drains() {
        return new Signal.CallerSaid(new CallersWord(false, true, null));
    }

    private static Duration seconds(long count) {
        return Duration.ofSeconds(count);
    }

    /// Attempts of one second with ten between them.
    private static Plans plan() {
        return Plans.mapReduce().retries(9, seconds(10));
    }

    @Test
    void aRunTellsItsChildrenOfEachChange() {
        var run = new ManualEngine(plan().timeout(seconds(60)).done(), FAILING)
                .sendAt(seconds(5), control("pause"))
                .sendAt(seconds(20), timeout(30_000))
                .sendAt(seconds(25), control("resume-dispatch"))
                .sendAt(seconds(30), timeout(90_000))
                .begin()
                .playUntil(seconds(31));
        assertThat(run.children())
                .containsExactly(
                        "paused for PT55S@5", "paused for PT25S@20", "free for PT25S@25", "free for PT1M20S@30");
    }

    @Test
    void itPassesOnWhatItsOwnCallerSays() {
        var run = new ManualEngine(plan().done(), FAILING)
                .sendAt(seconds(3), says(true, seconds(40)))
                .sendAt(seconds(9), says(false, seconds(40)))
                .begin()
                .playUntil(seconds(10));
        assertThat(run.children()).containsExactly("paused for PT40S@3", "free for PT40S@9");
    }

    @Test
    void aRunStartsNothingWhileItsCallerIsPaused() {
        var run = new ManualEngine(plan().done(), FAILING)
                .sendAt(seconds(5), says(true, null))
                .sendAt(seconds(50), says(false, null))
                .begin()
                .playUntil(seconds(62));
        assertThat(attempts(run)).containsExactly("1@1", "2@50", "3@61");
    }

    @Test
    void aPausedCallerSaysItAnewToTheNextProcess() {
        var run = new ManualEngine(plan().done(), FAILING)
                .sendAt(seconds(5), says(true, null))
                .begin()
                .playUntil(seconds(20));
        assertThat(run.state().pause().isOn()).isTrue();
        var next = run.afterwards().resume().playUntil(seconds(21));
        assertThat(attempts(next)).containsExactly("1@1", "2@20");
    }

    @Test
    void whatAPersonPausedItselfStaysPausedWhenTheCallerGoesOn() {
        var run = new ManualEngine(plan().done(), FAILING)
                .sendAt(seconds(4), control("pause"))
                .sendAt(seconds(5), says(true, null))
                .sendAt(seconds(20), says(false, null))
                .sendAt(seconds(40), control("resume-dispatch"))
                .begin()
                .playUntil(seconds(41));
        assertThat(attempts(run)).containsExactly("1@1", "2@40");
    }

    @Test
    void aPersonsWordAboutTheRunItselfGoesBeforeItsCallers() {
        var run = new ManualEngine(plan().done(), FAILING)
                .sendAt(seconds(5), says(true, null))
                .sendAt(seconds(15), control("resume-dispatch"))
                .begin()
                .playUntil(seconds(16));
        assertThat(attempts(run)).containsExactly("1@1", "2@15");
    }

    /// Attempts at 1 and 12 seconds; the third would begin at 23. What the caller sets at 13 lets it, and a fourth not.
    @Test
    void noRetryWaitsBeyondTheDeadlineThatTheCallerSetLast() {
        var run = new ManualEngine(plan().done(), FAILING)
                .sendAt(seconds(2), says(false, seconds(15)))
                .sendAt(Duration.ofMillis(12_500), says(false, seconds(20)))
                .begin()
                .play();
        assertThat(attempts(run)).containsExactly("1@1", "2@12", "3@23");
        assertThat(run.end()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void theCallersDeadlineStandsStillWhileItIsPaused() {
        var run = new ManualEngine(plan().done(), FAILING)
                .sendAt(seconds(2), says(true, seconds(15)))
                .sendAt(seconds(100), says(false, seconds(15)))
                .begin()
                .play();
        assertThat(attempts(run)).containsExactly("1@1", "2@100", "3@111");
    }

    @Test
    void aDrainedRunTellsItsChildren() {
        var run = new ManualEngine(plan().done(), FAILING)
                .sendAt(Duration.ofMillis(1500), control("drain"))
                .begin()
                .play();
        assertThat(run.children()).containsExactly("draining for null@1");
    }

    /// The running attempt comes to its end, no other begins, and the run's own children are told.
    @Test
    void aRunWhoseCallerIsDrainedIsDrainedToo() {
        var run = new ManualEngine(plan().done(), FAILING)
                .sendAt(Duration.ofMillis(1500), drains())
                .begin()
                .play();
        assertThat(attempts(run)).containsExactly("1@1");
        assertThat(run.journal()).anySatisfy(each -> assertThat(each.event()).isInstanceOf(ItemEvent.Failed.class));
        assertThat(run.end())
                .isInstanceOfSatisfying(
                        EndEvent.Cancelled.class,
                        cancelled -> assertThat(cancelled.by()).isEqualTo("parent"));
        assertThat(run.children()).containsExactly("draining for null@1");
        var next = run.afterwards().resume().playUntil(seconds(13));
        assertThat(attempts(next)).containsExactly("1@1", "2@12");
    }

    /// In setup it stops what setup calls; what items call belongs to their attempts, which policy lets end.
    @ParameterizedTest
    @CsvSource({"500, draining for null@0", "1500,"})
    void aStopByPolicyDrainsWhatListsOfStepsCall(long at, @Nullable String told) {
        var stop = new RunEvent.PolicyStopped("max_failures_reached", Value.of(3), Value.of(3), null, 3, 3, null);
        var run = new ManualEngine(plan().done(), FAILING)
                .sendAt(Duration.ofMillis(at), new Signal.Reported(Context.RUN, stop))
                .begin()
                .play();
        assertThat(run.end()).isInstanceOf(EndEvent.Stopped.class);
        assertThat(run.children()).isEqualTo(Stream.ofNullable(told).toList());
    }
}
