package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Entries of an environment that can never have a value (spec 01 §13, §15).
class EnvCyclesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            env: {X: "${Y}", Y: "a${Z}", Z: "${X}"}                                      | 1:7  | X → Y → Z → X
            env: {A: 1, X: {condition: "Y == 1", when_true: a, when_false: b}, Y: "$X"}  | 1:13 | X → Y → X
            env: {X: "${Y}"}⏎profiles: {p: {Y: "${X}"}}                                  | 2:16 | X → Y → X
            name: n⏎commands: [{shell: a, env: {X: "${Y}", Y: "${X}"}}]                  | 2:29 | X → Y → X
            env: {X: {command: 'echo "$Y"'}, Y: {command: 'echo $X'}}                    | 1:7  | X → Y → X
            env: {X: {command: 'echo ${Y}'}, Y: {command: 'echo $X'}}                    | 1:7  | X → Y → X
            env: {X: {command: 'echo $Y'}, Y: "${X}"}                                    | 1:7  | X → Y → X
            env: {X: {command: 'echo $((Y+1))'}, Y: {command: 'echo ${X%y}'}}            | 1:7  | X → Y → X
            env: {X: {command: "sh -c 'echo $Y'"}, Y: {command: printenv X}}             | 1:7  | X → Y → X
            env: {X: "${cmd:echo $Y}", Y: "${env.X}"}                                    | 1:7  | X → Y → X
            env: {X: 1}⏎profiles: {p: {X: "${Y}", Y: {command: 'echo $X'}}}              | 2:16 | X → Y → X
            env: {X: 1}⏎agents: {a: {command: cat, env: {X: "${Y}", Y: "${X}"}}}         | 2:34 | X → Y → X
            """)
    void aCircleIsAnErrorAtItsFirstEntry(String yaml, String place, String circle) {
        var text = yaml.replace("⏎", "\n") + (yaml.contains("commands") ? "\n" : "\ncommands: [a]\n");

        var errors = Workflows.problems(text).stream().filter(Problem::isError).toList();

        assertThat(errors).hasSize(1);
        assertThat(errors.getFirst().span().line() + ":"
                        + errors.getFirst().span().column())
                .isEqualTo(place);
        assertThat(errors.getFirst().suggestion()).isNull();
        assertThat(errors.getFirst().hint()).startsWith("Let one of them");
        assertThat(errors.getFirst().message()).endsWith(circle);
    }

    /// What the script of one assigns before it reads it, or does not read at all, is no reference.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "for X in a b; do printf \"%s \" \"$X\"; done",
                "X=1; echo $X",
                "ls | while read -r X; do echo $X; done",
                "true # $X",
                "echo \\$X '$X'",
                "X=$(date) || exit 1; echo $X",
                "f() { local X=$1; echo $X; }; f a",
                "case a in a) X=1; echo $X;; esac",
                "case a in a) X=1;; *) X=2;; esac; echo $X",
                "if [ -e y ]; then X=1; fi; echo $X",
                "[ -e y ] && X=1 || X=2; echo $X",
                "for ((X=0; X<2; X++)); do echo $X; done",
                "let X=3; echo $X",
                "((X = 4)); echo $X",
                "f() { X=in; }; f; echo $X",
                "echo X",
            })
    void anOwnNameIsNoReference(String command) {
        var entries = new Value.Fields(new LinkedHashMap<>(Map.of(
                "Y",
                new Value.Fields(Map.of("command", Value.of(command))),
                "X",
                new Value.Fields(Map.of("command", Value.of("echo $Y"))))));

        assertThat(Workflows.problems("env: " + Json.write(entries) + "\ncommands: [a]\n"))
                .noneMatch(Problem::isError);
    }

    @Test
    void anEntryMayReferToWhatItsNameMeansBelowIt() {
        assertThat(Workflows.problems("""
                        env: {PATH: "bin:${PATH}", A: "${B}", B: "${C}", C: c, D: "${A} ${B}"}
                        profiles: {p: {A: "${A}"}}
                        commands: [{shell: a, env: {PATH: "x:${PATH}", A: "${B}"}}]
                        """)).noneMatch(Problem::isError);
    }
}
