package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static dev.prodigy.engine.step.StepMaker.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.Captures;
import dev.prodigy.model.step.Commits;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.step.Validation;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Spec 01 §5, 02 §3.7: what takes a failed step's place.
class FallbacksTest {

    @Test
    void aFallbackTakesTheStepsPlace() {
        var play = Play.of(
                        shell("exit 1")
                                .id("a")
                                .capture("x")
                                .onFailure(handler(shell("echo instead")).strategy(Strategy.FALLBACK)),
                        shell("echo ${a.output} ${x} ${a.status}"))
                .ran("exit 1", 1)
                .ran("echo instead", 1);
        assertThat(play.step(0).outcome()).isEqualTo(Outcome.RECOVERED);
        assertThat(play.printed()).isEqualTo("instead instead recovered\n");
    }

    /// Spec 01 §2: a loop has its counts, whatever took its place. Another loop that did has its own.
    @ParameterizedTest
    @MethodSource("replacedLoops")
    void whatTheRoundsOfALoopCameToStaysReadable(StepMaker loop, String counts) {
        var play = Play.of(loop.id("l"), shell("echo ${l.output} ${l.status} ${l.successful} ${l.failed} ${l.total}"));
        assertThat(play.printed()).isEqualTo("instead recovered " + counts + "\n");
    }

    private static Stream<Arguments> replacedLoops() {
        var instead = shell("echo instead");
        return Stream.of(
                Arguments.of(failing().onFailure(fallback(instead)), "1 1 2"),
                Arguments.of(failing().onFailure(handler(instead).strategy(Strategy.FALLBACK)), "1 1 2"),
                Arguments.of(failing().onFailure(fallback(foreach(items("a"), instead))), "1 0 1"),
                Arguments.of(
                        foreach(new ForeachInput.Printed(text("exit 4")), shell("true"))
                                .onFailure(fallback(instead)),
                        "0 0 0"));
    }

    private static StepMaker failing() {
        return foreach(items("0", "1"), shell("exit ${item}"));
    }

    @Test
    void aFallbackThatFailsLeavesTheFailure() {
        Play.of(shell("exit 1").onFailure(handler(shell("exit 2")).strategy(Strategy.FALLBACK)))
                .ran("exit 1", 1)
                .ran("exit 2", 1)
                .ended(Outcome.FAILED);
    }

    @Test
    void anExitCodesOwnAnswerComesBeforeAFallbackOfOnFailure() {
        for (var code : new int[] {7, 8}) {
            Play.of(shell("exit " + code)
                            .onExit(7, handler(shell("echo seven")).strategy(Strategy.FALLBACK))
                            .onFailure(fallback(shell("echo other"))))
                    .ran("echo seven", code == 7 ? 1 : 0)
                    .ran("echo other", code == 7 ? 0 : 1)
                    .ended(Outcome.RECOVERED);
        }
        Play.of(shell("exit 7")
                        .onExit(7, handler(shell("true")).strategy(Strategy.CLEANUP))
                        .onFailure(new FailureReaction.After(new AfterRetries.Continue())))
                .ended(Outcome.FAILED);
    }

    private static FailureReaction fallback(StepMaker step) {
        return new FailureReaction.After(new AfterRetries.Fallback(step.at("steps[0].on_failure.fallback")));
    }

    @Test
    void aFallbackTakesThePlaceOfAStepWhoseValidationFailed() {
        var play = Play.of(
                shell("true")
                        .id("s")
                        .validate(path -> unmet(path, shell("exit 1")))
                        .fallback(shell("echo instead")),
                shell("echo ${s.status} ${s.output}"));
        assertThat(play.printed()).isEqualTo("recovered instead\n");
    }

    @Test
    void whatTookAStepsPlaceIsValidatedAndHasNoFallbackOfItsOwn() {
        Play.of(shell("exit 1").validate(path -> unmet(path, shell("exit 1"))).fallback(shell("echo instead")))
                .ran("echo instead", 1)
                .ended(Outcome.FAILED);
    }

    /// Like the fallback of the retries (spec 01 §4, 5): `.status` is the proof.
    @Test
    void whatAHandlerPutsInTheStepsPlaceIsValidatedToo() {
        Play.of(shell("exit 1")
                        .validate(path -> unmet(path, shell("test -f made")))
                        .onFailure(handler(shell("echo instead")).strategy(Strategy.FALLBACK)))
                .ran("echo instead", 1)
                .ran("test -f made", 1)
                .ended(Outcome.FAILED);
        Play.of(shell("exit 1")
                        .validate(path -> unmet(path, shell("test -f made")))
                        .onFailure(handler(shell("touch made")).strategy(Strategy.FALLBACK)))
                .ended(Outcome.RECOVERED);
        Play.of(shell("exit 1")
                        .validate(path -> unmet(path, shell("test -f made")))
                        .onFailure(handler(shell("echo instead"))
                                .strategy(Strategy.FALLBACK)
                                .tolerating()))
                .ended(Outcome.TOLERATED);
        Play.of(shell("exit 7")
                        .validate(path -> unmet(path, shell("test -f made")))
                        .onExit(7, shell("true")))
                .ended(Outcome.FAILED);
    }

    @Test
    void aHandlerTakesThePlaceOfAStepWhoseValidationFailed() {
        Play.of(shell("true")
                        .validate(path -> unmet(path, shell("exit 1")))
                        .onFailure(handler(shell("echo instead")).strategy(Strategy.FALLBACK)))
                .ran("exit 1", 1)
                .ended(Outcome.RECOVERED);
    }

    private static Validation unmet(String path, StepMaker check) {
        return new Validation(StepMaker.list(path, check), null, 100, null, null, null);
    }

    /// A fallback reads what its step has come to, as a handler does.
    @Test
    void aFallbackReadsItsStep() {
        var play = Play.of(shell("echo out; exit 3").id("s").fallback(shell("echo ${s.output} ${s.exit_code}")));
        assertThat(play.last().product().output()).isEqualTo("out 3");

        var failed = Play.of(shell("exit 3").id("s").fallback(shell("echo ${s.nosuch}")))
                .ended(Outcome.FAILED);
        assertThat(failed.last().error().message()).contains("nosuch").doesNotContain("has not run yet");
    }

    @Test
    void afterTheRetriesComesTheFallbackThenTheHandler() {
        var play = Play.of(shell("exit 1")
                        .retry(2, Duration.ofSeconds(1))
                        .fallback(shell("exit 2"))
                        .onFailure(handler(shell("echo h")).attempts(1)))
                .ran("exit 1", 2)
                .ran("exit 2", 1)
                .ran("echo h", 1)
                .ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("EXIT_2");
        assertThat(play.last().error().cause().code()).isEqualTo("EXIT_1");
    }

    /// What takes a step's place owes all that the step does beside its exit status (spec 01 §4, 3).
    static Stream<Arguments> owed() {
        return Stream.of(
                Arguments.of(
                        "capture", shell("exit 1").capture("n", CaptureFormat.NUMBER), "echo none", "CAPTURE_FAILED"),
                Arguments.of(
                        "commit",
                        shell("exit 1").commits(new Commits(true, false, null)),
                        "echo none",
                        "COMMIT_MISSING"),
                Arguments.of("output", shell("exit 1").outputPattern("o", "*.zz"), "echo none", "OUTPUT_MISSING"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("owed")
    void whatTakesAStepsPlaceOwesWhatTheStepOwes(String name, StepMaker step, String instead, String code) {
        var play = Play.of(step.fallback(shell(instead))).ran(instead, 1).ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo(code);
        assertThat(play.last().error().cause().code()).isEqualTo("EXIT_1");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("owed")
    void aHandlerThatTakesAStepsPlaceOwesWhatTheStepOwes(String name, StepMaker step, String instead, String code) {
        var play = Play.of(step.onFailure(handler(shell(instead)).strategy(Strategy.FALLBACK)))
                .ran(instead, 1)
                .ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo(code);
    }

    @Test
    void whatAFallbackMadeIsTheSteps() {
        var play = Play.of(
                shell("exit 1")
                        .id("s")
                        .outputPattern("o", "*.zz")
                        .capture("j", CaptureFormat.JSON)
                        .fallback(shell("echo x > a.zz; echo '{\"a\": 5}'")),
                shell("echo ${s.o} ${j.a} ${s.status}"));
        assertThat(play.printed()).isEqualTo("a.zz 5 recovered\n");
    }

    @Test
    void aFallbackThatIsSkippedTakesNoStepsPlace() {
        var skipped = Play.of(shell("exit 3").fallback(shell("echo no").when("false")))
                .ended(Outcome.FAILED);
        assertThat(skipped.last().error().code()).isEqualTo("EXIT_3");
        Play.of(shell("exit 3")
                        .onFailure(handler(shell("echo no").when("false")).strategy(Strategy.FALLBACK)))
                .ended(Outcome.FAILED);
    }

    @Test
    void aFallbackThatFailsAndIsToleratedHasFailed() {
        var play = Play.of(shell("exit 3").fallback(shell("exit 4").continueOnError()))
                .ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("EXIT_4");
    }

    @Test
    void aHandlerWhoseLastFailureIsToleratedTakesNoStepsPlace() {
        var bad = shell("exit 4").continueOnError();
        for (var steps : new StepMaker[][] {
            {bad}, {shell("true"), bad}, {bad, shell("true").when("false")}
        }) {
            var play = Play.of(shell("exit 3").onFailure(handler(steps).strategy(Strategy.FALLBACK)))
                    .ended(Outcome.FAILED);
            assertThat(play.last().error().code()).isEqualTo("EXIT_4");
            assertThat(play.last().error().cause().code()).isEqualTo("EXIT_3");
        }
        Play.of(shell("exit 3")
                        .onFailure(handler(bad).strategy(Strategy.FALLBACK).tolerating()))
                .ended(Outcome.TOLERATED);
        Play.of(shell("exit 3").onFailure(handler(bad, shell("true")).strategy(Strategy.FALLBACK)))
                .ended(Outcome.RECOVERED);
    }

    /// What it has come to is the step's result, so it is answered by its own exit code (spec 02 §3.7).
    @Test
    void aFallbackThatFailsIsTheStepsResult() {
        var play = Play.of(
                        shell("echo so; exit 9")
                                .id("s")
                                .fallback(shell("echo fo; exit 4"))
                                .continueOnError(),
                        told())
                .ended(Outcome.SUCCEEDED);
        assertThat(play.printed()).isEqualTo("4 fo EXIT_4 fo\n");

        play = Play.of(
                shell("echo so; exit 9")
                        .id("s")
                        .fallback(shell("echo fo; exit 4"))
                        .onExit(9, handler(shell("echo nine")).strategy(Strategy.FALLBACK))
                        .onExit(4, handler(shell("echo ${error.output}")).strategy(Strategy.FALLBACK)),
                told());
        assertThat(play.step(0).outcome()).isEqualTo(Outcome.RECOVERED);
        assertThat(play.printed()).isEqualTo("0 fo EXIT_4 fo\n");
    }

    @Test
    void aFallbackThatLacksSomethingIsTheStepsResult() {
        var play = Play.of(
                shell("exit 9")
                        .id("s")
                        .commits(new Commits(true, false, null))
                        .fallback(shell("echo fo"))
                        .continueOnError(),
                told());
        assertThat(play.printed()).isEqualTo("0 fo COMMIT_MISSING fo\n");
    }

    private static StepMaker told() {
        return shell("echo ${s.exit_code} ${s.output} ${error.code} ${error.output}");
    }

    @Test
    void bothStreamsOfAFallbackAreTaken() {
        var both = new Captures.Streams(true, true, true, true, true);
        var play = Play.of(
                shell("exit 1")
                        .capture("v")
                        .streams(both)
                        .outputFile("of")
                        .fallback(shell("echo warned >&2; echo done")),
                shell("echo ${v}"));
        assertThat(play.printed()).contains("warned").contains("done");
        assertThat(play.tree().read(play.tree().directory(), "of"))
                .contains("warned")
                .contains("done");
    }
}
