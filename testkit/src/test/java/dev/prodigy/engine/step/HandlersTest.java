package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.Commits;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Spec 01 §5: what handlers do to a failed step, counted in executions.
class HandlersTest {

    @Test
    void aFixerIsFollowedByARerunThatRecovers() {
        Play.of(shell("test -f ok").onFailure(handler(shell("touch ok"))))
                .ran("test -f ok", 2)
                .ran("touch ok", 1)
                .ended(Outcome.RECOVERED);
    }

    @Test
    void anAgentHandlerThatNeverFixesMeansThreeExecutions() {
        var play = Play.of(shell("exit 1").onFailure(handler(shell("echo fix")).attempts(3)))
                .ran("exit 1", 3)
                .ran("echo fix", 2)
                .ended(Outcome.FAILED);
        assertThat(play.last().attempts()).isEqualTo(3);
    }

    /// Its record and its event number the last attempt alike, within the last rerun.
    @Test
    void attemptsAreCountedWithinEachRerun() {
        var play = Play.of(shell("exit 1")
                        .retry(2, Duration.ofSeconds(1))
                        .onFailure(handler(shell("echo fix")).attempts(2)))
                .ran("exit 1", 4)
                .ended(Outcome.FAILED);
        var failed = play.world().journal().getLast();
        assertThat(failed.event()).isInstanceOfSatisfying(StepEvent.Failed.class, event -> {
            assertThat(event.attempts()).isEqualTo(4);
            assertThat(event.error().retries().attempt()).isEqualTo(2);
        });
        assertThat(failed.context().attempt()).isEqualTo(2);
        assertThat(failed.context().maxAttempts()).isEqualTo(2);
    }

    @Test
    void aFixOnTheSecondRunOfTheHandlerRecovers() {
        var play = Play.bare();
        play.shell().on("step", ScriptedAnswer.exit(1), ScriptedAnswer.exit(1), ScriptedAnswer.exit(0));
        play.run(shell("step").onFailure(handler(shell("echo fix")).attempts(3)))
                .ran("step", 3)
                .ran("echo fix", 2)
                .ended(Outcome.RECOVERED);
    }

    @Test
    void oneAttemptMeansAHandlerWithoutRerun() {
        Play.of(shell("exit 1").onFailure(handler(shell("echo fix")).attempts(1)))
                .ran("exit 1", 1)
                .ran("echo fix", 1)
                .ended(Outcome.FAILED);
    }

    @Test
    void cleanupAndCustomTidyUpAndLeaveTheFailure() {
        for (var strategy : new Strategy[] {Strategy.CLEANUP, Strategy.CUSTOM}) {
            Play.of(shell("exit 1").onFailure(handler(shell("echo tidy")).strategy(strategy)))
                    .ran("exit 1", 1)
                    .ran("echo tidy", 1)
                    .ended(Outcome.FAILED);
        }
    }

    @Test
    void aFailureThatStandsIsToleratedWhereTheWorkflowIsNotToFail() {
        var play = Play.of(shell("exit 1").onFailure(handler(shell("echo x")).tolerating()), shell("echo next"));
        assertThat(play.step(0).outcome()).isEqualTo(Outcome.TOLERATED);
        play.ran("exit 1", 2).ran("echo next", 1);
    }

    @Test
    void aFailingHandlerRunsOnceAndBothFailuresAreReported() {
        var play = Play.of(shell("exit 3").onFailure(handler(shell("exit 4"))))
                .ran("exit 3", 1)
                .ran("exit 4", 1)
                .ended(Outcome.FAILED);
        var error = play.last().error();
        assertThat(error.code()).isEqualTo("EXIT_3");
        assertThat(error.further().get("handler_error").toString()).contains("EXIT_4");
    }

    @Test
    void aFailingHandlerIsFatalOnlyWhenItsAuthorSaysSo() {
        Play.of(shell("exit 3").onFailure(handler(shell("exit 4")).tolerating()))
                .ended(Outcome.TOLERATED);
        Play.of(shell("exit 3").onFailure(handler(shell("exit 4")).tolerating().fatal()))
                .ended(Outcome.FAILED);
    }

    /// Whatever else would accept the step's failure.
    @Test
    void aFatalFailureOfAHandlerIsToleratedByNothing() {
        Play.of(shell("exit 3").continueOnError().onFailure(handler(shell("exit 4"))))
                .ended(Outcome.TOLERATED);
        Play.of(shell("exit 3")
                        .continueOnError()
                        .onFailure(handler(shell("exit 4")).fatal()))
                .ended(Outcome.FAILED);
        Play.of(shell("exit 3")
                        .afterRetries(new AfterRetries.Continue())
                        .onFailure(handler(shell("exit 4")).fatal()))
                .ended(Outcome.FAILED);
        Play.of(shell("exit 3")
                        .continueOnError()
                        .onFailure(handler(shell("true")).attempts(1).fatal()))
                .ended(Outcome.TOLERATED);
        Play.of(shell("true")
                        .continueOnError()
                        .onExit(0, handler(shell("exit 4")).fatal()))
                .ended(Outcome.FAILED);
    }

    @Test
    void aHandlerStepMayFailWhereItsHandlerGoesOn() {
        Play.of(shell("test -f ok").onFailure(handler(shell("exit 9").continueOnError(), shell("touch ok"))))
                .ended(Outcome.RECOVERED);
    }

    @Test
    void aHandlerReactsOnlyToTheStepItIsWrittenAt() {
        Play.of(shell("exit 1").onFailure(handler(shell("exit 2").onFailure(handler(shell("echo inner"))))))
                .ran("exit 2", 2)
                .ran("echo inner", 1)
                .ran("exit 1", 1)
                .ended(Outcome.FAILED);
    }

    @Test
    void anExitCodeHasItsOwnHandler() {
        for (var code : new int[] {7, 8}) {
            Play.of(shell("exit " + code)
                            .onExit(7, handler(shell("echo seven")).attempts(1))
                            .onFailure(handler(shell("echo other")).attempts(1)))
                    .ran("echo seven", code == 7 ? 1 : 0)
                    .ran("echo other", code == 7 ? 0 : 1);
        }
    }

    /// Spec 01 §4.6, §15: what is written for a code answers that code alone, also behind a rerun.
    @Test
    void aRerunThatEndsOtherwiseIsAnsweredByWhatIsWrittenForThat() {
        var play = Play.bare();
        play.shell().on("step", ScriptedAnswer.exit(7), ScriptedAnswer.exit(8), ScriptedAnswer.exit(0));
        play.run(shell("step")
                        .onExit(7, handler(shell("echo seven")).attempts(3))
                        .onFailure(handler(shell("echo other")).attempts(3)))
                .ran("step", 3)
                .ran("echo seven", 1)
                .ran("echo other", 1)
                .ended(Outcome.RECOVERED);
    }

    @Test
    void aRerunThatEndsOtherwiseFailsWhereNothingIsWrittenForThat() {
        var play = Play.bare();
        play.shell().on("step", ScriptedAnswer.exit(7), ScriptedAnswer.exit(8));
        play.run(shell("step")
                        .onExit(7, handler(shell("echo seven")).attempts(3).tolerating()))
                .ran("step", 2)
                .ran("echo seven", 1)
                .ended(Outcome.FAILED);
    }

    @Test
    void exitCodeZeroIsOneMoreOnSuccess() {
        var play = Play.of(shell("true").onSuccess(shell("echo one")).onExit(0, handler(shell("echo two"))))
                .ended(Outcome.SUCCEEDED);
        assertThat(play.texts()).containsExactly("true", "echo one", "echo two");
    }

    /// Spec 01 §4, 7: what fails there fails the step; its control fields say what that means.
    @Test
    void theHandlerOfExitCodeZeroHasItsControlFields() {
        var bad = shell("exit 1");
        Play.of(shell("true").onExit(0, handler(bad))).ended(Outcome.FAILED);
        Play.of(shell("true").onExit(0, handler(bad).tolerating())).ended(Outcome.TOLERATED);
        Play.of(shell("true").onExit(0, handler(bad).tolerating().fatal())).ended(Outcome.FAILED);
        Play.of(shell("true")
                        .onExit(0, handler(shell("true").in("no/such/folder")).tolerating()))
                .ended(Outcome.FAILED);
        Play.of(shell("true").onSuccess(bad).onExit(0, handler(shell("true")).tolerating()))
                .ended(Outcome.FAILED);

        var play = Play.of(shell("true").onExit(0, handler(shell("true")).commitRequired()))
                .ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("COMMIT_MISSING");
        play = Play.of(shell("true").onExit(0, handler(shell("sleep 9")).timeout(Duration.ofSeconds(2))))
                .ended(Outcome.FAILED);
        assertThat(play.last().error().category().word()).isEqualTo("timeout");
    }

    @Test
    void onSuccessThatFailsFailsTheStepAndOnFailureDoesNotSeeIt() {
        Play.of(shell("true").onSuccess(shell("exit 1")).onFailure(handler(shell("echo x"))))
                .ran("true", 1)
                .ran("echo x", 0)
                .ended(Outcome.FAILED);
    }

    @Test
    void aRecoveredStepIsGood() {
        Play.of(shell("test -f ok").onFailure(handler(shell("touch ok"))).onSuccess(shell("echo good")))
                .ran("echo good", 1);
    }

    @Test
    void onFailureTrueToleratesAndFalseIsAsIfAbsent() {
        Play.of(shell("exit 1").onFailure(new FailureReaction.Tolerate())).ended(Outcome.TOLERATED);
        Play.of(shell("exit 1").onFailure(new FailureReaction.Ignore())).ended(Outcome.FAILED);
        Play.of(shell("exit 1").onFailure(new FailureReaction.After(new AfterRetries.Continue())))
                .ended(Outcome.TOLERATED);
    }

    @Test
    void continueOnErrorToleratesWhatStandsAndTheListGoesOn() {
        Play.of(shell("exit 3").continueOnError(), shell("echo next")).ran("echo next", 1);
        Play.of(shell("exit 3"), shell("echo next")).ran("echo next", 0).ended(Outcome.FAILED);
    }

    @Test
    void eachRerunHasItsOwnRetries() {
        Play.of(shell("exit 1").retry(3, Duration.ofSeconds(1)).onFailure(handler(shell("echo h"))))
                .ran("exit 1", 6)
                .ran("echo h", 1);
    }

    @Test
    void retriesThatAreUsedUpAreToleratedWhereTheyMay() {
        Play.of(shell("exit 1").retry(2, Duration.ofSeconds(1)).afterRetries(new AfterRetries.Continue()))
                .ran("exit 1", 2)
                .ended(Outcome.TOLERATED);
    }

    @Test
    void aHandlerSeesTheErrorAndWhatItsStepLeftBehind() {
        var play = Play.of(shell("echo boom >&2; exit 3")
                .id("a")
                .capture("x")
                .onFailure(handler(shell(
                                "echo ${error.code} ${error.exit_code} ${error.step} ${a.exit_code} ${test.attempt}"))
                        .attempts(1)));
        assertThat(play.events(StepEvent.Completed.class).getFirst().captured().toString())
                .contains("EXIT_3 3 a 3 1");
    }

    /// No process exited with it (spec 01 §3).
    @Test
    void theExitCodeOfATimeoutIsInItsErrorToo() {
        var play = Play.of(shell("sleep 9")
                .timeout(Duration.ofSeconds(1))
                .onExit(
                        124,
                        handler(shell("echo ${error.code} ${error.exit_code}")).attempts(1)));
        assertThat(play.events(StepEvent.Completed.class).getFirst().captured().toString())
                .contains("TIMEOUT 124");
    }

    @Test
    void fieldsOfTheErrorThatAreUnknownAreEmpty() {
        Play.of(shell("test -f ok").onFailure(handler(shell("touch ok${error.signal}${error.retry_aborted}"))))
                .ended(Outcome.RECOVERED);
    }

    @Test
    void theErrorIsThereInTheHandlerAndAfterIt() {
        var play = Play.of(
                shell("test -f ok").onFailure(handler(shell("touch ok; echo done"))),
                shell("echo '${handler.output}' '${error.code}'"));
        assertThat(play.printed()).isEqualTo("done EXIT_1\n");
    }

    @Test
    void anInnerHandlersEndLeavesTheOuterError() {
        var play = Play.of(shell("exit 3")
                .onFailure(handler(
                                shell("exit 4")
                                        .continueOnError()
                                        .onFailure(handler(shell("true")).attempts(1)),
                                shell("echo ${error.code}"))
                        .attempts(1)
                        .captures("said")));
        assertThat(play.events(StepEvent.Completed.class).getLast().captured().toString())
                .contains("EXIT_3");
    }

    @Test
    void aHandlerInheritsEnvAndDirectoryOfItsStep() {
        var play = Play.bare();
        play.tree().makeFolder("sub");
        play.run(shell("test -f ok").in("sub").env("WHO", "me").onFailure(handler(shell("echo $WHO > ok"))))
                .ended(Outcome.RECOVERED);
        assertThat(play.tree().file("sub/ok").content()).isEqualTo("me\n");
    }

    @Test
    void aHandlersOutputCanBeCaptured() {
        var play = Play.of(
                shell("test -f ok")
                        .onFailure(handler(shell("echo one"), shell("touch ok; echo two"))
                                .captures("said")),
                shell("echo '${said}'"));
        assertThat(play.printed()).isEqualTo("one\ntwo\n");
    }

    @Test
    void aHandlerThatMustCommitAndDoesNotHasFailed() {
        Play.of(shell("exit 1").onFailure(handler(shell("true")).commitRequired()))
                .ran("exit 1", 1)
                .ended(Outcome.FAILED);
        Play.of(shell("test -f ok")
                        .onFailure(handler(shell("touch ok; commit fix")).commitRequired()))
                .ended(Outcome.RECOVERED);
    }

    /// The step that the handler reacts to commits only behind it.
    @Test
    void itIsTheHandlersOwnCommitThatItOwes() {
        var auto = new Commits(false, true, null);
        for (var own : new Commits[] {Commits.NONE, auto}) {
            var outcome = own.auto() ? Outcome.RECOVERED : Outcome.FAILED;
            Play.of(shell("test -f ok")
                            .commits(auto)
                            .onFailure(handler(shell("touch ok").commits(own)).commitRequired()))
                    .ended(outcome);
            Play.of(shell("test -f ok")
                            .commits(auto)
                            .onFailure(handler(shell("touch ok").commits(new Commits(true, own.auto(), null)))))
                    .ended(outcome);
        }
    }

    /// Its own steps are good: the handler as a whole is what failed, with as much to tell as a step of it has.
    @Test
    void aHandlerThatOwesACommitIsNamedInItsError() {
        var failed = Play.of(shell("exit 1").onFailure(handler(shell("exit 4"))));
        var owing = Play.of(
                shell("exit 1").onFailure(handler(shell("true"), shell("true")).commitRequired()));
        var ofStep = handlerError(failed);
        var ofHandler = handlerError(owing);
        assertThat(ofHandler.code()).isEqualTo("COMMIT_MISSING");
        assertThat(ofStep.origin().nodeId()).isEqualTo("commands[0].on_failure[0]");
        assertThat(ofHandler.origin().nodeId()).isEqualTo("commands[0].on_failure");
        assertThat(ofHandler.origin().actionId()).isEqualTo("shell");
        assertThat(ofHandler.origin().timestamp()).isNotNull();
        assertThat(ofHandler.origin().runId()).isEqualTo(ofStep.origin().runId());
        assertThat(ofHandler.origin().phase()).isEqualTo(ofStep.origin().phase());
        assertThat(ofHandler.retries()).isEqualTo(ofStep.retries());
        assertThat(ofHandler.signature()).isNotNull();
    }

    private static ErrorRecord handlerError(Play play) {
        var error = play.ended(Outcome.FAILED).last().error();
        return ErrorJson.read((Value.Fields) error.further().get("handler_error"));
    }

    @Test
    void aHandlerHasALimitAsAWhole() {
        var play = Play.of(shell("exit 1")
                        .onFailure(handler(shell("sleep 3"), shell("sleep 3")).timeout(Duration.ofSeconds(5))))
                .ended(Outcome.FAILED);
        assertThat(play.elapsed()).isEqualTo(Duration.ofSeconds(5));
        assertThat(play.last().error().code()).isEqualTo("EXIT_1");
    }
}
