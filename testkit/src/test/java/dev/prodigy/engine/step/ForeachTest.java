package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static dev.prodigy.engine.step.StepMaker.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §2, `foreach`.
class ForeachTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            `[1, {"a": [2]}, "x y"]`  | `1 {"a":[2]} x y`
            `a b\\n\\n  c\\nd`          | `a b   c d`
            `{"a": 1}`                | `{"a": 1}`
            """)
    void theOutputOfACommandGivesTheItems(String printed, String expected) {
        var play = Play.bare();
        play.shell().on("list", ScriptedAnswer.line(printed.replace("\\n", "\n")));
        play.run(
                foreach(new ForeachInput.Printed(text("list")), shell("echo ${item}"))
                        .id("l"),
                shell("echo ${l.output}"));
        assertThat(play.step(0).product().output().replace("\n", " ").strip()).isEqualTo(expected);
    }

    @Test
    void aPlaceholderWithAListGivesItsElements() {
        var play = Play.bare().name("all", Binding.data(Json.parse("[1, null, [2]]")));
        play.run(foreach(new ForeachInput.Placed(text("${all}")), shell("echo \"<${item}>\"")));
        assertThat(play.last().product().output()).isEqualTo("<1>\n<>\n<[2]>");
    }

    /// Spec 01 §8.3: elsewhere words are one text.
    @Test
    void wordsAreElementsToo() {
        var play = Play.bare().name("all", Binding.data(Json.parse("[\"a b\", \"c\"]")));
        play.run(foreach(new ForeachInput.Placed(text("${all:words}")), shell("echo \"<${item}>\"")));
        assertThat(play.last().product().output()).isEqualTo("<a b>\n<c>");
    }

    @Test
    void aCommandThatFailsFailsTheStep() {
        Play.of(foreach(new ForeachInput.Printed(text("exit 4")), shell("echo no")))
                .ran("echo no", 0)
                .ended(Outcome.FAILED);
    }

    /// Spec 01 §4: the environment is prepared once, for everything inside the step too.
    @Test
    void theStepsInsideSeeTheEnvironmentThatTheLoopWasPreparedWith() {
        var inner = foreach(items("1", "2"), shell("echo ${O}-${item}")).env("O", "${item}${index}");
        var play = Play.of(foreach(items("a", "b"), inner));
        assertThat(play.last().product().output()).isEqualTo("a0-1\na0-2\nb1-1\nb1-2");
    }

    @Test
    void aRoundKnowsItsItemItsPlaceAndTheirNumber() {
        var play = Play.of(foreach(
                items("a", "b"),
                shell("echo ${item} ${index} ${total} ${foreach.item} ${foreach.index} ${foreach.total}")));
        assertThat(play.last().product().output()).isEqualTo("a 0 2 a 0 2\nb 1 2 b 1 2");
    }

    @Test
    void anotherNameLeavesTheOuterItem() {
        var play = Play.of(
                foreach(items("a"), foreach(items("1", "2"), 1, false, null, "inner", shell("echo ${item}${inner}"))));
        assertThat(play.last().product().output()).isEqualTo("a1\na2");
    }

    @Test
    void capturesOfARoundDieWithIt() {
        var play = Play.bare();
        play.shell().on("echo ${x:-none}", ScriptedAnswer.line("none"));
        play.run(
                foreach(
                        items("a", "b"),
                        shell("echo ${x:-none}"),
                        shell("echo ${item}").capture("x"),
                        shell("echo ${x}")),
                shell("echo ${x:-none}"));
        assertThat(play.step(0).product().output()).isEqualTo("a\nb");
        assertThat(play.printed()).isEqualTo("none\n");
    }

    @Test
    void afterAFailedRoundNoNewOneStarts() {
        var play = Play.of(
                        foreach(items("1", "2", "3"), shell("test ${item} = 1")).id("l"))
                .ended(Outcome.FAILED);
        assertThat(Json.write(play.last().product().further().get("results")))
                .isEqualTo("[{\"index\":0,\"item\":\"1\",\"status\":\"succeeded\",\"exit_code\":0,\"output\":\"\"},"
                        + "{\"index\":1,\"item\":\"2\",\"status\":\"failed\",\"exit_code\":1,\"output\":\"\"}]");
        assertThat(play.last().product().exitCode()).isEqualTo(1);
    }

    @Test
    void aLoopThatGoesOnRunsAllRoundsAndIsTolerated() {
        var play = Play.of(
                foreach(items("1", "2", "3"), 1, true, null, "item", shell("test ${item} = 2"))
                        .id("l"),
                shell("echo ${l.status} ${l.success} ${l.successful} ${l.failed} ${l.total} ${l.results[2].status}"));
        assertThat(play.step(0).outcome()).isEqualTo(Outcome.TOLERATED);
        assertThat(play.printed()).isEqualTo("tolerated false 1 2 3 failed\n");
        assertThat(play.result().tolerated()).isNotEmpty();
    }

    @Test
    void theOutputOfAFailedRoundStandsOnItsLineLikeThatOfAGoodOne() {
        var play = Play.of(
                foreach(items("1", "2", "3"), 1, true, null, "item", shell("echo ${item}; test ${item} = 2"))
                        .id("l"),
                shell("echo \"<${l.results[0].output}>\""));
        assertThat(play.step(0).product().output()).isEqualTo("1\n2\n3");
        assertThat(play.printed()).isEqualTo("<1>\n");
    }

    @Test
    void aRoundThatCannotBePreparedIsAFailedRoundOfALoopThatGoesOn() {
        var play = Play.of(
                foreach(items("1", "2"), 1, true, null, "item", shell("echo ${item.nme}"))
                        .id("l")
                        .onFailure(handler(shell("echo handled")).attempts(1)),
                shell("echo ${l.status} ${l.failed}"));
        play.ran("echo handled", 1);
        assertThat(play.printed()).isEqualTo("tolerated 2\n");
    }

    @Test
    void aTypingErrorInARoundEndsALoopThatDoesNotGoOn() {
        Play.of(foreach(items("1"), 1, false, null, "item", shell("echo ${item.nme}"))
                        .continueOnError()
                        .onFailure(handler(shell("echo handled"))))
                .ran("echo handled", 0)
                .ended(Outcome.FAILED);
    }

    @Test
    void roundsRunSideBySideUpToTheWidth() {
        var parallel = Play.of(foreach(items("1", "2", "3", "4"), 2, false, null, "item", shell("sleep 10")));
        assertThat(parallel.elapsed()).isEqualTo(Duration.ofSeconds(20));
        var serial = Play.of(foreach(items("1", "2", "3", "4"), shell("sleep 10")));
        assertThat(serial.elapsed()).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void onlyTheFirstItemsAreTaken() {
        var play = Play.of(foreach(items("1", "2", "3"), 1, false, 2, "item", shell("echo ${item}/${total}")));
        assertThat(play.last().product().output()).isEqualTo("1/2\n2/2");
    }

    @Test
    void withoutItemsItSucceeds() {
        var play = Play.of(
                foreach(items(new String[0]), shell("echo no")).id("l"), shell("echo ${l.total} [${l.output}]"));
        assertThat(play.step(0).outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(play.printed()).isEqualTo("0 []\n");
    }

    @Test
    void aFailedLoopIsRetriedAndHandledLikeAnyStep() {
        Play.of(foreach(items("1"), shell("test -f ok")).onFailure(handler(shell("touch ok"))))
                .ran("test -f ok", 2)
                .ended(Outcome.RECOVERED);
        Play.of(foreach(items("1"), shell("exit 1")).retry(3, Duration.ofSeconds(1)))
                .ran("exit 1", 3)
                .ended(Outcome.FAILED);
    }
}
