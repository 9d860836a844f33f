package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.decode.ConfiguredVariable;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.source.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Configured variables have values wherever a workflow is checked (spec 05 §4).
class ConfiguredVariablesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: 'echo ${VAR_TOKEN}'",
                "commands: {shell: x, when: \"VAR_TOKEN == 'a'\"}",
                "commands: {write_file: {path: a, content: '${VAR_TOKEN:upper}'}}",
                "mode: mapreduce\nmap: {input: [1], agent_template: 'echo ${VAR_TOKEN}'}",
                "mode: mapreduce\nmap: {input: [1], agent_template: x}\nmerge: 'echo ${VAR_TOKEN}'",
                "commands: x\noutputs: {t: '${VAR_TOKEN}'}",
            })
    void areKnownWhereverTheyAreRead(String workflow) {
        var yaml = "parameters: {api_token: {default: a}}\n" + workflow;

        assertThat(problems(yaml, Set.of())).contains("UNSET_VARIABLE");
        assertThat(problems(yaml, Set.of("VAR_TOKEN"))).isEmpty();
    }

    @Test
    void areWhatAMisspeltNameMayMean() {
        assertThat(problems("commands: 'echo ${REGOIN}'", Set.of("REGION"))).containsExactly("UNSET_VARIABLE");
    }

    /// Spec 01 §14: `validate` makes the checks that `run` makes.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            timeout: '${N}'⏎commands: x                                              | INVALID_DURATION
            commands: {shell: x, timeout: '${N}'}                                    | INVALID_DURATION
            mode: mapreduce⏎map: {input: [1], agent_template: x, max_parallel: '${N}'} | INVALID_VALUE
            defaults: {N: 5}⏎timeout: '${N}'⏎commands: x                             |
            env: {N: 5}⏎timeout: '${N}'⏎commands: x                                  |
            parameters: {required: [N]}⏎timeout: '${N}'⏎commands: x                  |
            parameters: [{name: N, type: integer}]⏎timeout: '${N}'⏎commands: x       |
            """)
    void areHeldAgainstWhatMayStandInTheirPlace(String yaml, @Nullable String code) {
        assertThat(problems(yaml.replace("⏎", "\n"), Set.of("N"))).isEqualTo(code == null ? List.of() : List.of(code));
    }

    /// Only the one that counts is of use to the author.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            commands: {shell: x, timeout: '${N}'}                       | true
            commands: {shell: x, timeout: $N}                           | true
            commands: {shell: x, timeout: '${N:-5}'}                    | true
            timeout: '${N}'⏎commands: x                                 | true
            env: {N: 5x}⏎timeout: '${N}'⏎commands: x                    | false
            commands: {shell: x, timeout: '${N}', env: {N: 5x}}         | false
            """)
    void areNamedWithTheirFileWhereTheirTextIsWrong(String yaml, boolean named) {
        assertThat(loaded(Map.of("f.yml", yaml.replace("⏎", "\n")), Set.of("N")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.hint()).isNotNull())
                .matches(problem -> String.valueOf(problem.hint()).contains("config.yml:1:12") == named);
    }

    @Test
    void holdForCalledWorkflowsToo() {
        var files = Map.of(
                "f.yml",
                "commands: {workflow: c.yml}",
                "c.yml",
                "parameters: {api_token: {default: a}}\ncommands: 'echo ${VAR_TOKEN} ${api_token}'");

        assertThat(problems(files, Set.of())).contains("UNSET_VARIABLE");
        assertThat(problems(files, Set.of("VAR_TOKEN"))).isEmpty();
    }

    private static List<String> problems(String yaml, Set<String> variables) {
        return problems(Map.of("f.yml", yaml), variables);
    }

    private static List<String> problems(Map<String, String> files, Set<String> variables) {
        return loaded(files, variables).stream()
                .map(Problem::code)
                .map(Enum::name)
                .toList();
    }

    private static List<Problem> loaded(Map<String, String> files, Set<String> variables) {
        var configured = variables.stream()
                .collect(Collectors.toMap(name -> name, _ -> new ConfiguredVariable("abc", "config.yml:1:12")));
        var options = LoadOptions.DEFAULT.configured(Map.of(), configured, SecretNames.STANDARD);
        return WorkflowLoader.load("f.yml", Workflows.in(files), options).problems();
    }
}
