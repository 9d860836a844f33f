package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.claude;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static dev.prodigy.engine.step.StepMaker.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.environment.EnvironmentLayers;
import dev.prodigy.engine.environment.Secrets;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AgentSpec;
import dev.prodigy.testkit.program.Program;
import dev.prodigy.testkit.program.ScriptedAnswer;
import dev.prodigy.testkit.program.VirtualExecution;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 01 §13: captures → agent `env` → step `env`, and what programs get of it.
class StepEnvironmentTest {

    private static Play withAgent(Map<String, String> env, ScriptedAnswer... answers) {
        var entries = new LinkedHashMap<String, EnvEntry>();
        env.forEach((name, value) -> entries.put(name, new EnvEntry.Phrase(text(value), false)));
        var plain = PlainAgent.SPEC;
        var agent =
                new AgentSpec(plain.program(), plain.input(), plain.answer(), null, plain.args(), entries, null, null);
        return Play.bare().agent("claude", agent, Program.inTurn(answers));
    }

    private static VirtualExecution first(Play play) {
        return play.world().executions().getFirst();
    }

    @Test
    void aStepsEntriesSeeThoseOfItsAgent() {
        var play = withAgent(Map.of("PATH", "agent:${PATH}", "MODE", "fast"), ScriptedAnswer.line("done"));
        play.run(foreach(items("1"), claude("ask").env("PATH", "step:${PATH}").env("MODE", "${MODE},safe")))
                .ended(Outcome.SUCCEEDED);
        assertThat(first(play).variable("PATH")).isEqualTo("step:agent:/bin");
        assertThat(first(play).variable("MODE")).isEqualTo("fast,safe");
    }

    @Test
    void anAgentsEntriesDoNotSeeThoseOfTheStep() {
        var play = withAgent(Map.of("SEEN", "${X}"), ScriptedAnswer.line("done"));
        play.name("X", Binding.text("captured"));
        play.run(claude("ask").env("X", "step")).ended(Outcome.SUCCEEDED);
        assertThat(first(play).variable("SEEN")).isEqualTo("captured");
        assertThat(first(play).variable("X")).isEqualTo("step");
    }

    @Test
    void anAgentsEntryIsEvaluatedOnceForAStep() {
        var play = withAgent(Map.of("ID", "${uuid}"), ScriptedAnswer.line("done"));
        play.run(claude("ask").env("COPY", "${ID}"));
        assertThat(first(play).variable("COPY"))
                .isNotEmpty()
                .isEqualTo(first(play).variable("ID"));
    }

    /// They hold for its steps alone; a handler sees what the step's own entries have come to.
    @Test
    void theHandlerOfAnAgentsStepHasNoneOfItsEntries() {
        var play =
                withAgent(Map.of("MODE", "fast", "ONLY", "agent"), ScriptedAnswer.exit(1), ScriptedAnswer.line("ok"));
        play.run(claude("ask")
                        .env("MODE", "${MODE},safe")
                        .onFailure(handler(shell("echo \"$MODE ${ONLY-none}\"").id("h"))))
                .ended(Outcome.RECOVERED);
        var handler = play.world().executions().get(1);
        assertThat(handler.variable("MODE")).isEqualTo("fast,safe");
        assertThat(handler.variable("ONLY")).isNull();
    }

    /// Spec 01 §9.4: what has no room in an environment reaches no program; agents are no exception.
    @Test
    void anAgentGetsTheShortestVariablesWhereNotAllHaveRoom() {
        var play = withAgent(Map.of(), ScriptedAnswer.line("done"));
        var step = claude("ask").env("SMALL", "s");
        for (int i = 0; i < 30; i++) {
            step = step.env("C" + i, "x".repeat(90_000 + i));
        }

        play.run(step).ended(Outcome.SUCCEEDED);

        assertThat(first(play).variable("SMALL")).isEqualTo("s");
        assertThat(first(play).variable("C4")).hasSize(90_004);
        assertThat(first(play).variable("C5")).isNull();
        assertThat(first(play).variable("C29")).isNull();
    }

    private static EnvironmentLayers layers(Map<String, String> files, Map<String, EnvEntry> env) {
        return new EnvironmentLayers(
                Map.of("PATH", "/bin"),
                true,
                Map.of(),
                files,
                env,
                Map.of(),
                Secrets.NONE,
                Map.of(),
                SecretNames.STANDARD);
    }

    private static Play withNul() {
        var play = Play.bare().name("n", Binding.data(Value.of("a\0b")));
        play.shell().on("it", ScriptedAnswer.exit(0).printing("a\0b"));
        return play;
    }

    /// Spec 01 §4, 2 and §9.3: a value that cannot be passed.
    @ParameterizedTest
    @ValueSource(strings = {"step", "workflow", "file", "read"})
    void aVariableWithANulFailsTheStep(String place) {
        var entry = Map.<String, EnvEntry>of("X", new EnvEntry.Phrase(text("${n}"), false));
        var play = withNul();
        play.layers(layers(
                place.equals("file") ? Map.of("X", "a\0b") : Map.of(), place.equals("workflow") ? entry : Map.of()));
        var step = shell(place.equals("read") ? "echo \"$n\"" : "echo hello");
        play.run(shell("it").capture("n"), place.equals("step") ? step.env("X", "${n}") : step)
                .ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("INVALID_VALUE");
        assertThat(play.last().error().message()).contains(place.equals("read") ? "`n`" : "`X`", "a NUL character");
        assertThat(play.texts()).doesNotContain("echo hello");
    }

    @ParameterizedTest
    @CsvSource({"echo hello", "echo ${n:length}", "'true # $n'"})
    void aCaptureWithANulThatNoProgramReadsDoesNotMatter(String text) {
        var play = withNul();
        play.run(shell("it").capture("n"), shell(text)).ended(Outcome.SUCCEEDED);
        assertThat(play.world().executions().getLast().variable("n")).isNull();
    }
}
