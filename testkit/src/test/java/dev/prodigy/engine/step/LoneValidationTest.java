package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.StepMaker.check;
import static dev.prodigy.engine.step.StepMaker.shell;
import static dev.prodigy.engine.step.ValidationMaker.by;
import static dev.prodigy.engine.step.ValidationMaker.completing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.step.result.Product;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Spec 01 §6: `validate` as a step of its own.
class LoneValidationTest {
    @Test
    void itsOutputIsTheDocument() {
        var play = Play.bare();
        play.shell().on("check", ScriptedAnswer.line("{\"score\": 100}"));
        play.run(check(by(shell("check"))).id("v"), shell("echo '${v.output}' '${validate.output}'"));
        assertThat(play.printed()).isEqualTo("{\"score\":100} {\"score\":100}\n");
    }

    @Test
    void itIsRetriedLikeAnyOtherStep() {
        var play = Play.of(check(by(shell("exit 1"), 100, completing(1, true, shell("echo more"))))
                        .retry(3, Duration.ofSeconds(2)))
                .ran("exit 1", 6)
                .ran("echo more", 3)
                .ended(Outcome.FAILED);
        assertThat(play.elapsed()).isEqualTo(Duration.ofSeconds(4));
        assertThat(play.last().error().code()).isEqualTo("VALIDATION_INCOMPLETE");
        assertThat(play.last().error().retries().attempt()).isEqualTo(3);
        assertThat(play.last().error().retries().exhausted()).isTrue();
    }

    @Test
    void itIsGoodAtALaterAttempt() {
        var play = Play.bare();
        play.shell().on("check", ScriptedAnswer.line("{\"score\": 60}"), ScriptedAnswer.line("{\"score\": 100}"));
        play.run(check(by(shell("check"))).retry(3, Duration.ofSeconds(2)))
                .ran("check", 2)
                .ended(Outcome.SUCCEEDED);
        assertThat(play.last().attempts()).isEqualTo(2);
    }

    @Test
    void itsDocumentIsCaptured() {
        var play = Play.bare();
        play.shell().on("check", ScriptedAnswer.line("{\"score\": 100, \"tests\": 7}"));
        play.run(
                check(by(shell("check"))).capture("report", CaptureFormat.JSON).outputFile("report.json"),
                shell("echo ${report.tests}; cat report.json"));
        assertThat(play.printed()).isEqualTo("7\n{\"score\":100,\"tests\":7}");
    }

    @Test
    void eachCheckHasTheStepsLimitAndItsHandlerHasNot() {
        var play = Play.of(check(by(
                        shell("test -f done; sleep 4"),
                        100,
                        completing(1, true, shell("sleep 60"), shell("touch done"))))
                .timeout(Duration.ofSeconds(5)));
        play.ended(Outcome.SUCCEEDED);
        var late = Play.of(check(by(shell("sleep 6"))).timeout(Duration.ofSeconds(5)));
        late.ended(Outcome.FAILED);
        assertThat(late.last().error().code()).isEqualTo("TIMEOUT");
        assertThat(late.last().product().exitCode()).isEqualTo(Product.TIMED_OUT);
        assertThat(late.elapsed()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void itIsToleratedWhereTheWorkflowIsNotToFail() {
        Play.of(check(by(shell("exit 1"), 100, completing(1, false, shell("echo more")))))
                .ran("exit 1", 2)
                .ended(Outcome.TOLERATED);
    }

    @Test
    void itsFailuresAreToldToTheBreaker() {
        var opens = new BreakerPolicy(2, 1, Duration.ofSeconds(100), 1, OnOpen.REJECT, null, "checks");
        Play.of(check(by(shell("exit 1"))).breaker(opens).retry(5, Duration.ofSeconds(1)))
                .ran("exit 1", 2)
                .ended(Outcome.FAILED);
    }
}
