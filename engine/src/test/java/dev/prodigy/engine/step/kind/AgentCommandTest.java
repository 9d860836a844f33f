package dev.prodigy.engine.step.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.AgentSpec;
import dev.prodigy.model.workflow.AgentSpec.Argument;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §11: how a template and its holes become a command line.
class AgentCommandTest {
    private static final List<Argument> CLAUDE = List.of(
            one("claude"),
            one("--print"),
            new Argument.Group(List.of(text("--model"), text("{model}"))),
            one("{prompt}"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # permissions | model | args   | command line
            skip          | -     | -      | claude --print --dangerously-skip-permissions P
            skip          | m1    | --foo  | claude --print --dangerously-skip-permissions --model m1 --foo P
            plan          | m1    | -      | claude --print --permission-mode plan --model m1 P
            -             | -     | -      | claude --print P
            """)
    void permissionsStandBeforeTheModelAndArgumentsBeforeThePrompt(
            @Nullable String permissions, @Nullable String model, @Nullable String args, String commandLine)
            throws Refused, Cut {
        var given = args == null ? List.<String>of() : List.of(args);

        var command = AgentCommand.of(agent(CLAUDE, permissions), "P", model, given, "/work", Text::source);

        assertThat(command.arguments()).isEqualTo(Arrays.asList(commandLine.split(" ", -1)));
        assertThat(command.input()).isNull();
    }

    @Test
    void aPromptThatLooksLikeAnOptionGoesToStdin() throws Refused, Cut {
        var command = AgentCommand.of(agent(CLAUDE, null), "--help", null, List.of(), "/work", Text::source);

        assertThat(command.arguments()).containsExactly("claude", "--print");
        assertThat(command.input()).isEqualTo("--help");
    }

    @Test
    void whatAPromptHoldsIsNoHole() throws Refused, Cut {
        var command = AgentCommand.of(agent(CLAUDE, null), "say {model}", "m1", List.of(), "/work", Text::source);

        assertThat(command.arguments()).endsWith("--model", "m1", "say {model}");
    }

    @Test
    void placeholdersAreFilledAndWhatTheyBringIsNoHole() throws Refused, Cut {
        var program = List.of(one("run"), one("${D}/{model}/${model}"), one("{prompt}"));

        var command = AgentCommand.of(
                agent(program, null),
                "P",
                "m1",
                List.of(),
                "/work",
                text -> text.source().replace("${D}", "{prompt}"));

        assertThat(command.arguments()).containsExactly("run", "{prompt}/m1/${model}", "P");
    }

    private static Argument one(String source) {
        return new Argument.One(text(source));
    }

    private static Text text(String source) {
        return new Text(source, Span.startOf("f.yml"));
    }

    private static AgentSpec agent(List<Argument> program, @Nullable String permissions) {
        return new AgentSpec(
                program,
                AgentSpec.Input.AUTO,
                new AgentSpec.Answer(AgentSpec.Format.TEXT, null, null, null, AgentSpec.Report.NONE),
                null,
                List.of(),
                Map.of(),
                null,
                permissions);
    }
}
