package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.check;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.list;
import static dev.prodigy.engine.step.StepMaker.shell;
import static dev.prodigy.engine.step.StepMaker.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Spec 01 §5, §4.2: a handler that fails is told beside what it reacted to; a mistake in its text is never accepted.
class HandlerMistakesTest {
    private static final StepMaker MISTAKE = shell("echo ${step.nmae}");
    private static final Data SCHEMA = Data.of(Json.parse("{\"const\": \"${step.nmae}\"}"), Span.startOf("test"));

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

    static Stream<Arguments> checks() {
        var undefined = "UNDEFINED_VARIABLE";
        return Stream.of(
                Arguments.of("a command", undefined, checking(null, null, MISTAKE)),
                Arguments.of("a later command", undefined, checking(null, null, shell("true"), MISTAKE)),
                Arguments.of(
                        "a tolerated command",
                        undefined,
                        checking(null, null, shell("x ${step.nmae}").continueOnError())),
                Arguments.of("in a loop", undefined, checking(null, null, foreach(items("a"), MISTAKE))),
                Arguments.of(
                        "a folder",
                        "DIRECTORY_NOT_FOUND",
                        checking(null, null, shell("true").in("nowhere"))),
                Arguments.of("result_file", undefined, checking(text("${step.nmae}"), null, shell("true"))),
                Arguments.of("expected_schema", undefined, checking(null, SCHEMA, shell("echo '{\"score\": 100}'"))),
                Arguments.of("expected_schema without a document", undefined, checking(null, SCHEMA, shell("true"))));
    }

    private static Function<String, Validation> checking(Text file, Data schema, StepMaker... commands) {
        return path -> new Validation(
                list(path + ".commands", commands),
                file,
                100,
                schema,
                null,
                new Validation.OnIncomplete(
                        list(path + ".on_incomplete", shell("echo complete")), 2, false, false, List.of()));
    }

    /// It says nothing about how complete the work is (spec 01 §4, 2).
    @ParameterizedTest(name = "{0}")
    @MethodSource("checks")
    void aMistakeInAValidationFailsTheStep(String name, String code, Function<String, Validation> validation) {
        Supplier<List<StepMaker>> steps = () ->
                List.of(shell("true").validate(validation), check(validation).retry(3, Duration.ofSeconds(1)));
        for (int i = 0; i < 2; i++) {
            var step = steps.get()
                    .get(i)
                    .continueOnError()
                    .onFailure(handler(shell("echo mend")).tolerating());
            var play = Play.of(step, shell("echo next")).ended(Outcome.FAILED);
            play.ran("echo next", 0).ran("echo complete", 0).ran("echo mend", 0);
            assertThat(play.last().error().code()).isEqualTo(code);
            assertThat(play.last().error().category()).isEqualTo(Category.DEFINITION);
            assertThat(play.last().error().retries().attempt()).isEqualTo(1);
        }
    }

    @Test
    void itFailsTheStepTooWhereTheRunDiedMeanwhile() {
        Supplier<StepMaker[]> steps = () -> new StepMaker[] {
            shell("true").validate(checking(null, null, MISTAKE)).continueOnError(), shell("echo next")
        };
        int all = Play.of(steps.get()).world().journal().size();
        for (int events = 1; events < all; events++) {
            var play = Play.bare();
            play.world().dyingAfterEvents(events);
            play.dies(steps.get()).run(steps.get()).ended(Outcome.FAILED).ran("echo complete", 0);
            assertThat(play.last().error().category()).isEqualTo(Category.DEFINITION);
        }
    }

    @Test
    void whatItsHandlerReactedToIsTheCause() {
        var play = Play.of(shell("exit 3").onFailure(handler(MISTAKE).tolerating()));
        assertThat(play.last().error().code()).isEqualTo("UNDEFINED_VARIABLE");
        assertThat(play.last().error().cause().code()).isEqualTo("EXIT_3");
    }

    @Test
    void whatEachHandlerAroundItReactedToIsACauseToo() {
        var inner = shell("exit 4").onFailure(handler(MISTAKE));
        var error = Play.of(shell("exit 3").onFailure(handler(inner))).last().error();
        assertThat(error.code()).isEqualTo("UNDEFINED_VARIABLE");
        assertThat(error.cause().code()).isEqualTo("EXIT_4");
        assertThat(error.cause().cause().code()).isEqualTo("EXIT_3");
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

    @Test
    void anOnIncompleteThatOwesACommitIsNamedInItsError() {
        for (var step :
                new StepMaker[] {shell("true").validate(HandlerMistakesTest::owing), check(HandlerMistakesTest::owing)
                }) {
            var error = Play.of(step).ended(Outcome.FAILED).last().error();
            var ofHandler = ErrorJson.read((Value.Fields) error.further().get("handler_error"));
            assertThat(ofHandler.code()).isEqualTo("COMMIT_MISSING");
            assertThat(ofHandler.origin().nodeId()).endsWith(".on_incomplete");
            assertThat(ofHandler.origin().phase()).isEqualTo(error.origin().phase());
            assertThat(ofHandler.retries().attempt()).isEqualTo(1);
        }
    }

    private static Validation owing(String path) {
        var complete = StepMaker.list(path + ".on_incomplete", shell("true"));
        return new Validation(
                StepMaker.list(path, shell("exit 1")),
                null,
                100,
                null,
                null,
                new Validation.OnIncomplete(complete, 2, true, true, List.of()));
    }
}
