package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.check;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.list;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.error.Category;
import dev.prodigy.model.step.Validation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Spec 01 §5, §4.2: a handler that fails is told beside what it reacted to; a mistake in its text is never accepted.
class HandlerMistakesTest {
    private static final StepMaker MISTAKE = shell("echo ${step.nmae}");

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(
                        "on_failure", shell("exit 3").onFailure(handler(MISTAKE).tolerating())),
                Arguments.of(
                        "on_exit_code",
                        shell("exit 3").onExit(3, handler(MISTAKE).tolerating())),
                Arguments.of("fallback", shell("exit 3").fallback(MISTAKE)),
                Arguments.of("on_success", shell("true").onSuccess(MISTAKE)),
                Arguments.of("on_incomplete", shell("true").validate(path -> incomplete(path, false, MISTAKE))),
                Arguments.of("on_incomplete alone", check(path -> incomplete(path, false, MISTAKE))),
                Arguments.of(
                        "in a loop",
                        foreach(
                                items("a"),
                                shell("exit 3").onFailure(handler(MISTAKE).tolerating()))));
    }

    private static Validation incomplete(String path, boolean fails, StepMaker... handler) {
        var steps = list(path + ".on_incomplete", handler);
        var completing = new Validation.OnIncomplete(steps, 2, fails, false, List.of());
        return new Validation(
                list(path + ".commands", shell("echo '{\"score\": 60}'")), null, 100, null, null, completing);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void aMistakeInAHandlersTextFailsTheStep(String name, StepMaker step) {
        var play = Play.of(step.continueOnError(), shell("echo next")).ended(Outcome.FAILED);
        play.ran("echo next", 0);
        assertThat(play.last().error().category()).isEqualTo(Category.DEFINITION);
    }

    @Test
    void whatItsHandlerReactedToIsTheCause() {
        var play = Play.of(shell("exit 3").onFailure(handler(MISTAKE).tolerating()));
        assertThat(play.last().error().code()).isEqualTo("UNDEFINED_VARIABLE");
        assertThat(play.last().error().cause().code()).isEqualTo("EXIT_3");
    }

    @Test
    void onFailureDoesNotSeeAMistakeOfOnIncomplete() {
        Play.of(shell("true").validate(path -> incomplete(path, true, MISTAKE)).onFailure(handler(shell("echo mend"))))
                .ran("echo mend", 0)
                .ended(Outcome.FAILED);
    }

    @Test
    void aFailingOnIncompleteIsToldBesideTheIncompleteWork() {
        for (var step : new StepMaker[] {
            shell("true").validate(path -> incomplete(path, true, shell("echo boom >&2; exit 3"))),
            check(path -> incomplete(path, true, shell("echo boom >&2; exit 3")))
        }) {
            var error = Play.of(step).ended(Outcome.FAILED).last().error();
            assertThat(error.code()).isEqualTo("VALIDATION_INCOMPLETE");
            assertThat(error.further().get("handler_error").toString()).contains("EXIT_3");
        }
    }
}
