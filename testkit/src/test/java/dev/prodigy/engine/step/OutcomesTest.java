package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Spec 01 §4: how a step can end, what `${id.status}` and `${id.success}` give then, and whether its list goes on.
class OutcomesTest {

    static Stream<Arguments> outcomes() {
        return Stream.of(
                Arguments.of(shell("true"), "succeeded true", false),
                Arguments.of(shell("test -f ok").onFailure(handler(shell("touch ok"))), "recovered true", false),
                Arguments.of(
                        shell("test -f ok").onFailure(handler(shell("exit 2").continueOnError(), shell("touch ok"))),
                        "recovered true",
                        true),
                Arguments.of(
                        shell("test -f ok").onExit(1, handler(shell("exit 2").continueOnError(), shell("touch ok"))),
                        "recovered true",
                        true),
                Arguments.of(
                        shell("exit 1").onFailure(handler(shell("echo x")).strategy(Strategy.FALLBACK)),
                        "recovered true",
                        false),
                Arguments.of(shell("exit 1").fallback(shell("echo x")), "recovered true", false),
                Arguments.of(shell("exit 1").continueOnError(), "tolerated false", true),
                Arguments.of(shell("exit 1").onFailure(new FailureReaction.Tolerate()), "tolerated false", true),
                Arguments.of(shell("exit 1").onFailure(handler(shell("echo x")).tolerating()), "tolerated false", true),
                Arguments.of(shell("exit 1").afterRetries(new AfterRetries.Continue()), "tolerated false", true),
                Arguments.of(shell("true").when("1 == 2"), "skipped false", false),
                Arguments.of(shell("exit 1"), null, false),
                Arguments.of(shell("exit 1").onFailure(new FailureReaction.Ignore()), null, false),
                Arguments.of(shell("true").onSuccess(shell("exit 1")), null, false));
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void eachEndHasItsWordAndItsEffectOnTheList(StepMaker step, String told, boolean spoils) {
        var play = Play.of(step.id("it"), shell("echo ${it.status} ${it.success}"));

        assertThat(play.result().isGood()).isEqualTo(told != null);
        assertThat(!play.result().tolerated().isEmpty()).isEqualTo(spoils);
        if (told != null) {
            assertThat(play.printed()).isEqualTo(told + "\n");
        }
    }

    static Stream<StepMaker> mistakes() {
        return Stream.of(
                shell("echo ${item.missing}"),
                shell("echo ${error.code}").id("none"),
                shell("true").in("no/such/folder"),
                shell("echo ${item.nul}"),
                shell("echo $(( ${item.text} + 1 ))"),
                shell("true").timeout("${item.text}"));
    }

    /// A typing error must not look like a handled failure.
    @ParameterizedTest
    @MethodSource("mistakes")
    void whatCannotBePreparedIsNeitherRetriedNorHandledNorTolerated(StepMaker step) {
        var play = Play.bare()
                .item(dev.prodigy.lang.json.Json.parse("{\"text\": \"x\", \"nul\": \"a\\u0000b\"}"))
                .name(
                        "error",
                        new dev.prodigy.lang.expr.scope.Binding.Namespace(
                                new dev.prodigy.engine.environment.NotYet("there is no failure here")))
                .run(step.retry(3, Duration.ofSeconds(1))
                        .onFailure(handler(shell("echo handled")))
                        .continueOnError())
                .ran("echo handled", 0)
                .ended(Outcome.FAILED);
        assertThat(play.last().error().category().word()).isEqualTo("definition");
        assertThat(play.last().attempts()).isLessThanOrEqualTo(1);
        assertThat(play.last().error().retries().maxAttempts()).isEqualTo(3);
        assertThat(play.last().error().retries().aborted()).isEqualTo(RetryAborted.NOT_RETRYABLE);
    }

    /// Spec 01 §7, §11: what an agent does not say is unknown, which is null, wherever its step can be read; steps
    /// of other kinds have no such members.
    @Test
    void whatAnAgentDoesNotReportIsNull() {
        var agent = StepMaker.claude("do it").id("a").capture("c");
        var reader = shell("echo \"[${claude.model}${claude.cost_usd}${claude.usage.input_tokens}${last.cost_usd}"
                + "${a.usage.output_tokens}${c.cost_usd}${c.usage.input_tokens}]\"");
        var play =
                PlainAgent.giving(ScriptedAnswer.line("hi")).run(agent, reader).ended(Outcome.SUCCEEDED);
        assertThat(play.printed()).isEqualTo("[]\n");

        play = PlainAgent.giving(ScriptedAnswer.line("hi")).run(agent);
        play.handleElsewhere(StepMaker.list("commands", agent), reader).ended(Outcome.SUCCEEDED);
        assertThat(play.printed()).as("read from the journal").isEqualTo("[]\n");

        var handler = shell("echo \"[${claude.cost_usd}${a.usage.input_tokens}]\" >read");
        play = PlainAgent.giving(ScriptedAnswer.exit(3)).run(agent.onFailure(handler(handler)));
        assertThat(play.texts()).as("the handler ran").anyMatch(text -> text.startsWith("echo"));

        play = Play.bare().run(shell("true"), shell("echo ${shell.cost_usd}")).ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("UNDEFINED_VARIABLE");
    }

    /// What an agent that exited badly was asked is the command that failed; else it has failed by what it said.
    @ParameterizedTest
    @CsvSource({"3, Text[text=do it]", "0, null"})
    void anAgentThatExitsBadlyIsACommandThatFailed(int exit, String command) {
        var play = PlainAgent.giving(ScriptedAnswer.exit(exit)).run(StepMaker.claude("do it"));
        assertThat(String.valueOf(play.last().error().further().get("command"))).isEqualTo(command);
    }

    /// Two attempts failed, the third is waited for when the run dies; its resume has another workflow.
    @ParameterizedTest
    @CsvSource({"1, 2, 2", "2, 2, 2", "3, 3, 3", "5, 5, 5"})
    void aLoweredNumberOfAttemptsHoldsAtOnce(int attempts, int executions, int last) {
        var play = Play.bare();
        play.world().dyingAfterEvents(4);
        play.dies(shell("exit 7").retry(4, Duration.ofSeconds(1)));
        play.run(shell("exit 7").retry(attempts, Duration.ofSeconds(1))).ended(Outcome.FAILED);
        var error = play.last().error();
        assertThat(error.code()).isEqualTo("EXIT_7");
        assertThat(error.retries().exhausted()).isTrue();
        assertThat(error.retries().attempt()).isEqualTo(last);
        assertThat(play.events(StepEvent.Started.class)).hasSize(executions);
    }
}
