package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.breaker.Circuit;
import dev.prodigy.engine.breaker.OpenBreaker;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §7: the breakers of steps, wherever the steps stand.
class StepBreakerTest {
    private static final Duration OPEN = Duration.ofSeconds(20);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static BreakerPolicy breaker(int failures, OnOpen onOpen) {
        return new BreakerPolicy(failures, 1, OPEN, 1, onOpen, null, "api");
    }

    @Test
    void rejectEndsTheRetriesWithTheLastErrorAsCause() {
        var play = Play.of(shell("exit 7").retry(8, SECOND).breaker(breaker(2, OnOpen.REJECT)))
                .ran("exit 7", 2)
                .ended(Outcome.FAILED);
        var error = play.last().error();
        assertThat(error.code()).isEqualTo("CIRCUIT_OPEN");
        assertThat(error.retries().aborted()).isEqualTo(RetryAborted.CIRCUIT_OPEN);
        assertThat(error.retries().attempt()).isEqualTo(2);
        assertThat(error.cause().code()).isEqualTo("EXIT_7");
        assertThat(error.origin().nodeId()).isEqualTo("commands[0]");
        assertThat(play.last().product().exitCode()).isEqualTo(7);
    }

    /// Spec 01 §4.4: result variables are set from the last execution, and a refused rerun is none.
    @Test
    void aRefusedRerunKeepsWhatTheLastExecutionCameTo() {
        var handled = shell("exit 7").breaker(breaker(1, OnOpen.REJECT));
        var play = Play.of(handled.onFailure(
                        handler(shell("echo ${last.exit_code}")).attempts(3)))
                .ran("exit 7", 1)
                .ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("CIRCUIT_OPEN");
        assertThat(play.last().product().exitCode()).isEqualTo(7);
        assertThat(play.last().attempts()).isEqualTo(1);
    }

    @Test
    void whoMeetsABreakerThatOthersOpenedIsToldWhatOpenedIt() {
        var play = Play.bare();
        play.run(
                        shell("exit 7").breaker(breaker(1, OnOpen.REJECT)).continueOnError(),
                        shell("exit 8").breaker(breaker(1, OnOpen.REJECT)))
                .ran("exit 8", 0)
                .ended(Outcome.FAILED);
        var error = play.last().error();
        assertThat(error.code()).isEqualTo("CIRCUIT_OPEN");
        assertThat(error.retries().attempt()).isZero();
        assertThat(error.cause().code()).isEqualTo("EXIT_7");
        assertThat(error.cause().origin().nodeId()).isEqualTo("commands[0]");
    }

    /// Breakers with one key are one; what the file cannot tell shows when the step starts.
    @Test
    void whoSetsASharedBreakerDifferentlyFailsAlone() {
        var play = Play.bare();
        play.run(
                        shell("true").breaker(breaker(2, OnOpen.REJECT)),
                        shell("exit 8")
                                .breaker(breaker(3, OnOpen.REJECT))
                                .continueOnError()
                                .onFailure(handler(shell("echo handled"))))
                .ran("true", 1)
                .ran("exit 8", 0)
                .ran("echo handled", 0)
                .ended(Outcome.FAILED);
        var error = play.last().error();
        assertThat(error.code()).isEqualTo("INVALID_VALUE");
        assertThat(error.category()).isEqualTo(Category.DEFINITION);
        assertThat(error.message())
                .contains("\"api\" of commands[1]", "with commands[0]")
                .contains("failure_threshold is 3 here and 2 there");
    }

    @Test
    void waitMakesAllAttemptsWithPauses() {
        var play = Play.of(shell("exit 7").retry(8, SECOND).breaker(breaker(2, OnOpen.WAIT)))
                .ran("exit 7", 8)
                .ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("EXIT_7");
        assertThat(play.last().error().retries().exhausted()).isTrue();
        // 1 s to the second; the third, and each further one as a probe, waits for the breaker
        assertThat(play.elapsed()).isEqualTo(SECOND.plus(OPEN.multipliedBy(6)));
        assertThat(play.events(CircuitEvent.Opened.class)).hasSize(7);
    }

    @Test
    void aRefusedStepIsNeverExecutedAndItsFallbackStandsIn() {
        Play.of(
                        shell("exit 7").continueOnError().breaker(breaker(1, OnOpen.REJECT)),
                        shell("exit 8").breaker(breaker(1, OnOpen.REJECT)).fallback(shell("echo mirror")))
                .ran("exit 7", 1)
                .ran("exit 8", 0)
                .ran("echo mirror", 1)
                .ended(Outcome.RECOVERED);
    }

    @Test
    void aSuccessForgetsFailures() {
        var play = Play.bare();
        play.shell()
                .on(
                        "step",
                        ScriptedAnswer.exit(1),
                        ScriptedAnswer.exit(0),
                        ScriptedAnswer.exit(1),
                        ScriptedAnswer.exit(0));
        play.run(
                        shell("step").retry(2, SECOND).breaker(breaker(2, OnOpen.REJECT)),
                        shell("step").retry(2, SECOND).breaker(breaker(2, OnOpen.REJECT)))
                .ran("step", 4)
                .ended(Outcome.SUCCEEDED);
        assertThat(play.events(CircuitEvent.Opened.class)).isEmpty();
    }

    @Test
    void timeBeforeTheBreakerIsNotChargedToTheStep() {
        var play = Play.bare();
        play.shell().on("step", ScriptedAnswer.exit(1), ScriptedAnswer.exit(0));
        play.run(shell("step").retry(2, SECOND).total(Duration.ofSeconds(3)).breaker(breaker(1, OnOpen.WAIT)))
                .ran("step", 2)
                .ended(Outcome.SUCCEEDED);
        assertThat(play.elapsed()).isEqualTo(OPEN);
    }

    @ParameterizedTest
    @CsvSource({"on_failure", "foreach", "fallback", "on_success", "item"})
    void aBreakerWorksWhereverItsStepStands(String place) {
        var guarded = shell("exit 7").retry(5, SECOND).breaker(breaker(2, OnOpen.REJECT));
        var play = Play.bare();
        switch (place) {
            case "on_failure" -> play.run(shell("exit 1").onFailure(HandlerMaker.handler(guarded)));
            case "foreach" -> play.run(StepMaker.foreach(StepMaker.items("a", "b", "c"), guarded));
            case "fallback" -> play.run(shell("exit 1").fallback(guarded));
            case "on_success" -> play.run(shell("exit 0").onSuccess(guarded));
            default -> play.item(dev.prodigy.model.value.Value.of("x")).run(guarded);
        }
        play.ran("exit 7", 2);
        assertThat(play.events(CircuitEvent.Opened.class)).hasSize(1);
    }

    @Test
    void kill9KeepsTheBreakerAndWaitsForTheRestOnly() {
        var step = shell("exit 7").retry(3, SECOND).breaker(breaker(2, OnOpen.WAIT));
        int all = Play.of(step).eventTypes().size();
        for (int events = 1; events < all; events++) {
            var play = Play.bare();
            play.world().dyingAfterEvents(events);
            play.dies(step);
            var at = play.world().clock().now();
            var state = play.world().state().circuits().of(new Circuit.Name("step", "api"));
            if (state instanceof OpenBreaker open) {
                assertThat(Duration.between(at.now(), open.until())).isLessThanOrEqualTo(OPEN);
            }
            play.run(step).ended(Outcome.FAILED);
            assertThat(play.last().attempts()).as("after %d", events).isEqualTo(3);
            // an attempt that is made again because its end was not durable does not count again, but as a probe
            var opened = play.events(CircuitEvent.Opened.class);
            assertThat(opened.getFirst().failures()).as("after %d", events).isEqualTo(2);
            var second = play.world().journal().stream()
                    .filter(each -> each.event() instanceof CircuitEvent.Opened)
                    .findFirst()
                    .orElseThrow();
            assertThat(second.context().attempt()).as("after %d", events).isEqualTo(2);
            assertThat(play.elapsed())
                    .as("after %d", events)
                    .isBetween(OPEN, OPEN.multipliedBy(2).plus(SECOND));
        }
    }

    @Test
    void theJournalTellsTheErrorThatOpenedIt() {
        var play = Play.of(shell("exit 7").retry(3, SECOND).breaker(breaker(2, OnOpen.REJECT)));
        var opened = play.events(CircuitEvent.Opened.class).getFirst();
        assertThat(opened.key()).isEqualTo("api");
        assertThat(opened.scope()).isEqualTo("step");
        assertThat(opened.failures()).isEqualTo(2);
        assertThat(opened.error().code()).isEqualTo("EXIT_7");
        assertThat(opened.error().retries().attempt()).isEqualTo(2);
        assertThat(opened.error().retries().maxAttempts()).isEqualTo(3);
        assertThat(play.eventTypes()).containsSubsequence(List.of("circuit_opened", "step_failed"));
        assertThat(play.events(StepEvent.RetryScheduled.class)).hasSize(1);
    }
}
