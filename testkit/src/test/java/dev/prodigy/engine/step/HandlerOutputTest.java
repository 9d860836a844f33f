package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.check;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.list;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.step.Validation;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Spec 01 §7: `handler.output` is what the latest handler printed, whichever of a step's handlers that was, and
/// wherever the process died in between.
class HandlerOutputTest {
    private static final String FIRST = "EXIT_3 3";

    private static final StepMaker READER = shell("echo '${handler.output}'");

    static Stream<Arguments> handlers() {
        return Stream.of(
                Arguments.of("on_success", shell("true").onSuccess(shell("echo one"), shell("echo two")), "one\ntwo"),
                Arguments.of("on_exit_code 0", shell("true").onExit(0, handler(shell("echo zero"))), "zero"),
                Arguments.of(
                        "on_success, then on_exit_code 0",
                        shell("true").onSuccess(shell("echo one")).onExit(0, handler(shell("echo zero"))),
                        "zero"),
                Arguments.of("on_exit_code 7", shell("exit 7").onExit(7, handler(shell("echo seven"))), "seven"),
                Arguments.of("fallback", shell("exit 1").fallback(shell("echo instead")), "instead"),
                Arguments.of("on_incomplete", shell("true").validate(HandlerOutputTest::completed), "done"),
                Arguments.of("on_incomplete of validate alone", check(HandlerOutputTest::completed), "done"),
                Arguments.of(
                        "on_incomplete in an attempt before",
                        check(path -> validation(
                                        path, "test -f ok2", "touch ok${validation.attempt_number}; echo done"))
                                .retry(2, Duration.ofSeconds(1)),
                        "done"),
                Arguments.of(
                        "on_incomplete, then on_success",
                        shell("true").validate(HandlerOutputTest::completed).onSuccess(shell("true"), shell("echo OS")),
                        "OS"),
                Arguments.of(
                        "on_failure, then nothing new in on_success",
                        shell("test -f ok")
                                .onFailure(handler(shell("touch ok; echo mended")))
                                .onSuccess(),
                        "mended"),
                Arguments.of(
                        "in a round",
                        foreach(items("a"), shell("true").onSuccess(shell("echo ${item}")), READER),
                        "before"));
    }

    private static Validation completed(String path) {
        return validation(path, "test -f ok", "touch ok; echo done");
    }

    private static Validation validation(String path, String check, String complete) {
        var steps = list(path + ".on_incomplete", shell(complete));
        var handler = new Validation.OnIncomplete(steps, 2, true, false, List.of());
        return new Validation(list(path + ".commands", shell(check)), null, 100, null, null, handler);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("handlers")
    void theLatestHandlersOutputIsReadBehindItAndAfterEveryDeath(String name, StepMaker step, String expected) {
        Supplier<StepMaker[]> steps = () -> new StepMaker[] {
            shell("true").onSuccess(shell("echo before")), step.continueOnError(), shell("true"), READER
        };
        var whole = Play.of(steps.get());
        assertThat(whole.printed()).isEqualTo(expected + "\n");
        for (int events = 1; events < whole.world().journal().size(); events++) {
            var play = Play.bare();
            play.world().dyingAfterEvents(events);
            play.dies(steps.get()).run(steps.get());
            assertThat(play.printed()).as("died after %d", events).isEqualTo(expected + "\n");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("handlers")
    void theSameHoldsInAnItem(String name, StepMaker step, String expected) {
        var play = Play.bare()
                .item(dev.prodigy.model.value.Value.of("x"))
                .run(shell("true").onSuccess(shell("echo before")), step.continueOnError(), READER);
        assertThat(play.printed()).isEqualTo(expected + "\n");
    }

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of("fallback", shell("exit 3").fallback(shell("echo instead")), FIRST),
                Arguments.of("fallback that fails", shell("exit 3").fallback(shell("exit 4")), "EXIT_4 4"),
                Arguments.of("on_failure", shell("exit 3").onFailure(handler(shell("echo seen"))), FIRST),
                Arguments.of("on_exit_code", shell("exit 3").onExit(3, handler(shell("echo seen"))), FIRST));
    }

    /// Spec 01 §7: `error` is there in handlers, and after them. A fallback that fails is the step's failure then.
    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void theFailureIsReadBehindWhateverAnsweredIt(String name, StepMaker step, String expected) {
        Supplier<StepMaker[]> steps =
                () -> new StepMaker[] {step.continueOnError(), shell("echo '${error.code} ${test.exit_code}'")};
        var whole = Play.of(steps.get());
        assertThat(whole.printed()).isEqualTo(expected + "\n");
        for (int events = 1; events < whole.world().journal().size(); events++) {
            var play = Play.bare();
            play.world().dyingAfterEvents(events);
            play.dies(steps.get()).run(steps.get());
            assertThat(play.printed()).as("died after %d", events).isEqualTo(expected + "\n");
        }
    }
}
