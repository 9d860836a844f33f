package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.StepMaker.claude;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.QuotaEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.model.step.Commits;
import dev.prodigy.testkit.program.Program;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is charged to a step's own limit, and what a restart keeps of it (spec 02 §8.2, §10, §12).
class StepTimeTest {
    private static final ScriptedAnswer LIMITED =
            ScriptedAnswer.line("Usage limit reached, try again in 20 minutes").lasting(seconds(2));
    private static final ScriptedAnswer DONE = ScriptedAnswer.line("done").lasting(seconds(2));

    private static Duration seconds(long count) {
        return Duration.ofSeconds(count);
    }

    private static TimeoutScope scope(ErrorRecord error) {
        return error.evidence().timeoutScope();
    }

    @ParameterizedTest
    @CsvSource({"5, SUCCEEDED", "3, FAILED"})
    void onlyTheTimeOutsideThePauseIsCharged(long total, Outcome outcome) {
        var play = PlainAgent.giving(LIMITED, DONE).run(claude("work").total(seconds(total)));

        play.ended(outcome);
        assertThat(play.events(QuotaEvent.Paused.class)).hasSize(1);
        assertThat(play.elapsed()).isGreaterThan(Duration.ofMinutes(20));
        if (outcome == Outcome.FAILED) {
            assertThat(play.last().error().code()).isEqualTo("TIMEOUT");
            assertThat(scope(play.last().error())).isEqualTo(TimeoutScope.STEP);
        }
    }

    /// Nothing that could help is begun when the time of the step as a whole has passed (spec 02 §10).
    @Test
    void aStepThatRanOutOfTimeHasNeitherFallbackNorHandler() {
        var play = Play.of(shell("sleep 30")
                        .total(Duration.ofSeconds(2))
                        .fallback(shell("echo other"))
                        .onFailure(HandlerMaker.handler(shell("echo mended"))))
                .ran("echo other", 0)
                .ran("echo mended", 0)
                .ended(Outcome.FAILED);
        assertThat(scope(play.last().error())).isEqualTo(TimeoutScope.STEP);
        assertThat(play.last().error().cause()).isNull();
        assertThat(play.elapsed()).isEqualTo(Duration.ofSeconds(2));
    }

    /// The fallback runs under the step's timeout, unless it has one of its own (spec 02 §3.7).
    @Test
    void aFallbackHasItsStepsTimeout() {
        var limited = Play.of(shell("exit 1").timeout(Duration.ofSeconds(2)).fallback(shell("sleep 30")))
                .ended(Outcome.FAILED);
        assertThat(limited.last().error().code()).isEqualTo("TIMEOUT");
        assertThat(limited.last().error().evidence().timeoutMs()).isEqualTo(2000);
        assertThat(limited.last().error().cause().code()).isEqualTo("EXIT_1");
        Play.of(shell("exit 1")
                        .timeout(Duration.ofSeconds(2))
                        .fallback(shell("sleep 30").timeout(Duration.ofMinutes(1))))
                .ended(Outcome.RECOVERED);
    }

    @Test
    void thePauseIsNotChargedToTheLimitsAroundTheStep() {
        var play = PlainAgent.giving(LIMITED, DONE)
                .within(Deadline.in(seconds(5), TimeoutScope.PHASE, Duration.ZERO))
                .run(claude("work"));

        play.ended(Outcome.SUCCEEDED);
    }

    @Test
    void aRestartInThePauseChargesNoneOfIt() {
        // enough for one execution that the death cuts off
        var step = claude("work").total(seconds(7));
        int all = PlainAgent.giving(LIMITED, DONE).run(step).eventTypes().size();
        for (int events = 1; events < all; events++) {
            var play = PlainAgent.giving(LIMITED, DONE);
            play.world().dyingAfterEvents(events);
            play.dies(step).run(step).ended(Outcome.SUCCEEDED);
        }
    }

    /// The fourth attempt would begin at 9 seconds.
    @ParameterizedTest
    @CsvSource({"9, 3, DEADLINE", "10, 4, DEADLINE", "60, 5,"})
    void aRetryThatCannotBeginBeforeTheRunsDeadlineIsGivenUp(long timeout, int executions, RetryAborted because) {
        var play = Play.bare();
        play.shell().on("try", ScriptedAnswer.exit(1).lasting(seconds(2)));
        play.world().under(RunPolicy.DEFAULT, seconds(timeout));
        play.run(shell("try").retry(5, seconds(1))).ran("try", executions).ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("EXIT_1");
        assertThat(play.last().error().retries().aborted()).isEqualTo(because);
    }

    /// Attempts from 0 to 2, 3 to 5 and 6 to 8 seconds; the next would begin at 9.
    @Test
    void aRestartKeepsWhatTheStepHasUsed() {
        var step = shell("try").retry(10, seconds(1)).total(seconds(9));
        var answer = ScriptedAnswer.exit(1).lasting(seconds(2));
        var whole = Play.bare();
        whole.shell().on("try", answer);
        whole.run(step).ran("try", 3).ended(Outcome.FAILED);
        assertThat(whole.last().error().retries().aborted()).isEqualTo(RetryAborted.DEADLINE);
        int all = whole.eventTypes().size();
        for (int events = 1; events < all; events++) {
            var play = Play.bare();
            play.shell().on("try", answer);
            play.world().dyingAfterEvents(events);
            play.dies(step).run(step).ended(Outcome.FAILED);
            assertThat(play.elapsed()).as("died after %d", events).isLessThanOrEqualTo(seconds(9));
        }
    }

    @Test
    void aRestartBehindTheLimitRunsNothingAnew() {
        var step = shell("try").retry(10, seconds(1)).total(seconds(9));
        var play = Play.bare();
        play.shell().on("try", ScriptedAnswer.exit(1).lasting(seconds(2)));
        play.world().dyingInExecution(3);
        play.dies(step);
        play.world().clock().advance(seconds(4));
        play.run(step).ended(Outcome.FAILED);
        assertThat(scope(play.last().error())).isEqualTo(TimeoutScope.STEP);
    }

    @Test
    void timeBeforeAnOpenBreakerIsNotChargedAcrossARestart() {
        var breaker = new BreakerPolicy(1, 1, seconds(60), 1, OnOpen.WAIT, null, "api");
        var step = shell("try").retry(3, seconds(1)).total(seconds(9)).breaker(breaker);
        var answers = new ScriptedAnswer[] {
            ScriptedAnswer.exit(1).lasting(seconds(2)),
            ScriptedAnswer.exit(1).lasting(seconds(2)),
            ScriptedAnswer.line("ok")
        };
        var whole = Play.bare();
        whole.shell().on("try", answers);
        int all = whole.run(step).ended(Outcome.SUCCEEDED).eventTypes().size();
        for (int events = 1; events < all; events++) {
            var play = Play.bare();
            play.shell().on("try", answers);
            play.world().dyingAfterEvents(events);
            play.dies(step).run(step).ended(Outcome.SUCCEEDED);
        }
        assertThat(whole.events(StepEvent.RetryScheduled.class)).hasSize(2);
    }

    /// The commit is part of the execution: what the step itself has used of a limit is not there for a hook (spec 01
    /// §4, 02 §10).
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # attempt, total, around, hook, outcome, scope, limit in ms, elapsed
            5, -, -, 1, SUCCEEDED, -, 0, 4
            5, -, -, 9, FAILED, ATTEMPT, 5000, 5
            -, 4, -, 9, FAILED, STEP, 4000, 4
            9, 8, 6, 9, FAILED, PHASE, 6000, 6
            -, -, -, 9, SUCCEEDED, -, 0, 12
            """)
    void limitsHoldForTheHooksOfAnAutomaticCommit(
            Long attempt,
            Long total,
            Long around,
            long hook,
            Outcome outcome,
            TimeoutScope scope,
            long limit,
            long elapsed) {
        var play = Play.bare();
        if (around != null) {
            play.within(Deadline.in(seconds(around), TimeoutScope.PHASE, Duration.ZERO));
        }
        play.agent(
                "pre-commit",
                PlainAgent.SPEC,
                Program.inTurn(ScriptedAnswer.line("").lasting(seconds(hook))));
        play.world().tree().hook("pre-commit");
        var step = shell("echo a > new; sleep 3").commits(new Commits(false, true, null));
        if (attempt != null) {
            step.timeout(seconds(attempt));
        }
        if (total != null) {
            step.total(seconds(total));
        }

        play.run(step).ended(outcome);

        assertThat(play.elapsed()).isEqualTo(seconds(elapsed));
        assertThat(play.world().tree().commits()).hasSize(outcome == Outcome.SUCCEEDED ? 1 : 0);
        if (outcome == Outcome.FAILED) {
            assertThat(play.last().error().code()).isEqualTo("TIMEOUT");
            assertThat(scope(play.last().error())).isEqualTo(scope);
            assertThat(play.last().error().evidence().timeoutMs()).isEqualTo(limit);
        }
    }
}
