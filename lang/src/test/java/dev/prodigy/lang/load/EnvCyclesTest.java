package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Entries of an environment that can never have a value (spec 01 §13, §15).
class EnvCyclesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            env: {X: "${Y}", Y: "a${Z}", Z: "${X}"}                                      | 1:7  | X → Y → Z → X
            env: {A: 1, X: {condition: "Y == 1", when_true: a, when_false: b}, Y: "$X"}  | 1:13 | X → Y → X
            env: {X: "${Y}"}⏎profiles: {p: {Y: "${X}"}}                                  | 2:16 | X → Y → X
            name: n⏎commands: [{shell: a, env: {X: "${Y}", Y: "${X}"}}]                  | 2:23 | X → Y → X
            """)
    void aCircleIsAnErrorAtItsFirstEntry(String yaml, String place, String circle) {
        var text = yaml.replace("⏎", "\n") + (yaml.contains("commands") ? "\n" : "\ncommands: [a]\n");

        var errors = Workflows.problems(text).stream().filter(Problem::isError).toList();

        assertThat(errors).hasSize(1);
        assertThat(errors.getFirst().span().line() + ":"
                        + errors.getFirst().span().column())
                .isEqualTo(place);
        assertThat(errors.getFirst().message()).endsWith(circle);
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
