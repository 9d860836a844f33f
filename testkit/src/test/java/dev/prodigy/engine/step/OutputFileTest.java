package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.claude;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Spec 01 §4, 2: where the output goes is known before anything runs.
class OutputFileTest {
    private static final String BAD = "touch ran; exit 3";

    static Stream<Arguments> places() {
        Supplier<StepMaker> bad = () -> shell(BAD).outputFile("${c.no}");
        return Stream.of(
                Arguments.of("tolerated", bad.get().continueOnError()),
                Arguments.of(
                        "handled",
                        bad.get().onFailure(handler(shell("echo mend")).tolerating())),
                Arguments.of("retried", bad.get().retry(3, Duration.ofSeconds(1))),
                Arguments.of("in a loop", foreach(items("a"), bad.get().continueOnError())),
                Arguments.of("a fallback", shell("exit 4").fallback(bad.get())),
                Arguments.of("good", shell("touch ran").outputFile("${c.no}").continueOnError()),
                Arguments.of(
                        "an agent's", claude("/touch ran").outputFile("${c.no}").continueOnError()));
    }

    private static Play stage() {
        return Play.bare().name("c", Binding.data(Json.parse("{}")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("places")
    void aPathWithoutAValueFailsTheStepBeforeItRuns(String name, StepMaker step) {
        for (var play : List.of(stage(), stage().item(Value.of("a")))) {
            play.run(step).ended(Outcome.FAILED);
            assertThat(play.last().error().code()).isEqualTo("UNDEFINED_VARIABLE");
            assertThat(play.last().error().category()).isEqualTo(Category.DEFINITION);
            assertThat(play.texts()).noneMatch(text -> text.contains("touch ran") || text.equals("echo mend"));
        }
    }

    @ParameterizedTest
    @CsvSource({"/etc/${c}", "../${c}", "../literal", "folder", "link/${c}"})
    void aPathThatCannotBeWrittenFailsTheStepBeforeItRuns(String path) {
        var play = Play.bare().name("c", Binding.data(Value.of("x")));
        play.tree().makeFolder("folder");
        play.tree().link("link", "/etc");
        play.run(shell(BAD).outputFile(path).continueOnError()).ran(BAD, 0).ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("INVALID_PATH");
    }

    @Test
    void itIsTheSameForAllAttemptsAndAnewForARerun() {
        var play = Play.of(shell("exit 1").outputFile("of/${date:%s}").retry(3, Duration.ofSeconds(1)));
        assertThat(play.tree().since(play.tree().origin()).added()).hasSize(1);

        play = Play.of(shell("exit 1").outputFile("of/${date:%s}").onFailure(handler(shell("sleep 1"))));
        assertThat(play.tree().since(play.tree().origin()).added()).hasSize(2);
    }

    /// As in all of a step's own texts (spec 01 §7).
    @Test
    void itsPathTellsOfThePreviousStep() {
        var play = Play.of(
                shell("true").name("before"), shell("echo it").name("own").outputFile("${step.name}.log"));
        assertThat(play.tree().read(play.tree().directory(), "before.log")).isEqualTo("it\n");
    }
}
