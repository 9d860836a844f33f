package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.model.step.Commits;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What another process knows of an execution that a death cut off (spec 02 §10, §12; 03 §14).
class CutExecutionsTest {
    private static Duration seconds(long count) {
        return Duration.ofSeconds(count);
    }

    /// The rounds take 4 seconds each; the loop may take 10.
    @Test
    void aLoopThatGoesOnHasWhatItsTimeoutLeft() {
        var loop = foreach(items("a", "b", "c"), shell("work")).timeout(seconds(10));
        var whole = Play.bare();
        whole.shell().on("work", ScriptedAnswer.line("").lasting(seconds(4)));
        int all = whole.run(loop).ended(Outcome.FAILED).eventTypes().size();
        assertThat(whole.elapsed()).isEqualTo(seconds(10));
        for (int events = 1; events < all; events++) {
            var play = Play.bare();
            play.shell().on("work", ScriptedAnswer.line("").lasting(seconds(4)));
            play.world().dyingAfterEvents(events);
            play.dies(loop).run(loop).ended(Outcome.FAILED);
            assertThat(play.last().error().evidence().timeoutScope()).isEqualTo(TimeoutScope.ATTEMPT);
            assertThat(play.last().error().evidence().timeoutMs()).isEqualTo(10_000);
            assertThat(play.elapsed()).as("died after %d", events).isEqualTo(seconds(10));
        }
    }

    /// Both rounds take 4 seconds, of which a death costs none here (spec 05 §6: the run clock is time at work).
    @Test
    void aLoopThatGoesOnHasTakenAllProcessesTime() {
        var loop = foreach(items("a", "b"), shell("work"));
        var whole = Play.bare();
        whole.shell().on("work", ScriptedAnswer.line("").lasting(seconds(4)));
        int all = whole.run(loop).ended(Outcome.SUCCEEDED).eventTypes().size();
        for (int events = 1; events < all; events++) {
            var play = Play.bare();
            play.shell().on("work", ScriptedAnswer.line("").lasting(seconds(4)));
            play.world().dyingAfterEvents(events);
            play.dies(loop).run(loop).ended(Outcome.SUCCEEDED);
            var done = play.events(StepEvent.Completed.class).getLast();
            assertThat(done.durationMs())
                    .as("died after %d", events)
                    .isEqualTo(play.elapsed().toMillis());
            assertThat(done.executionMs()).as("died after %d", events).isEqualTo(done.durationMs());
        }
    }

    /// A retry of the loop has the whole of it.
    @Test
    void anotherExecutionOfItHasTheWhole() {
        var loop = foreach(items("a"), shell("work")).timeout(seconds(10)).retry(2, seconds(1));
        var play = Play.bare();
        play.shell()
                .on(
                        "work",
                        ScriptedAnswer.exit(1).lasting(seconds(6)),
                        ScriptedAnswer.line("").lasting(seconds(7)));
        play.world().dyingInExecution(2);
        play.dies(loop);
        play.shell().on("work", ScriptedAnswer.line("").lasting(seconds(9)));
        play.run(loop).ended(Outcome.SUCCEEDED);
    }

    /// Three attempts of 2 seconds each (spec 02 §12). What a cut off execution took counts where it goes on.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theAttemptsOfAllProcessesCount(boolean goesOn) {
        var attempt = goesOn ? foreach(items("a"), shell("work")) : shell("work");
        var step = attempt.retry(3, seconds(1));
        var answer = ScriptedAnswer.exit(1).lasting(seconds(2));
        var whole = Play.bare();
        whole.shell().on("work", answer);
        int all = whole.run(step).ended(Outcome.FAILED).eventTypes().size();
        assertThat(whole.last().executionMs()).isEqualTo(6000);
        for (int events = 1; events < all; events++) {
            var play = Play.bare();
            play.shell().on("work", answer);
            play.world().dyingAfterEvents(events);
            play.dies(step).run(step).ended(Outcome.FAILED);
            var failed = play.events(StepEvent.Failed.class).getLast();
            assertThat(failed.attempts()).as("died after %d", events).isEqualTo(3);
            assertThat(failed.executionMs())
                    .as("died after %d", events)
                    .isEqualTo(goesOn ? failed.durationMs() - failed.retryWaitMs() : 6000);
        }
    }

    /// The round before the open breaker begins no execution, and the loop does nothing meanwhile.
    @Test
    void timeBeforeABreakerInsideIsNotChargedToTheLoopByTheNextProcess() {
        var breaker = new BreakerPolicy(1, 1, seconds(100), 1, OnOpen.WAIT, null, "api");
        var loop = foreach(
                        items("a", "b"),
                        shell("fails").continueOnError().breaker(breaker),
                        shell("work").breaker(breaker))
                .timeout(seconds(10));
        var whole = Play.bare();
        whole.shell().on("work", ScriptedAnswer.line("").lasting(seconds(1)));
        whole.shell()
                .on(
                        "fails",
                        ScriptedAnswer.exit(1).lasting(seconds(1)),
                        ScriptedAnswer.line("").lasting(seconds(1)));
        int all = whole.run(loop).ended(Outcome.SUCCEEDED).eventTypes().size();
        for (int events = 1; events < all; events++) {
            var play = Play.bare();
            play.shell().on("work", ScriptedAnswer.line("").lasting(seconds(1)));
            play.shell()
                    .on(
                            "fails",
                            ScriptedAnswer.exit(1).lasting(seconds(1)),
                            ScriptedAnswer.line("").lasting(seconds(1)));
            play.world().dyingAfterEvents(events);
            play.dies(loop).run(loop).ended(Outcome.SUCCEEDED);
        }
    }

    /// The first execution commits, and dies before its result is durable; the second finds nothing to do.
    @Test
    void commitsOfAnExecutionThatWasCutOffCount() {
        var commits = new Commits(true, false, null);
        var whole = Play.bare();
        whole.run(shell("test -f done && exit 0; echo x > done; commit first").commits(commits))
                .ended(Outcome.SUCCEEDED);
        var play = Play.bare();
        play.world().dyingInExecution(1);
        var step = shell("test -f done && exit 0; echo x > done; commit first").commits(commits);
        play.dies(step).run(step).ended(Outcome.SUCCEEDED);
        assertThat(play.tree().commits()).hasSize(1);
    }
}
