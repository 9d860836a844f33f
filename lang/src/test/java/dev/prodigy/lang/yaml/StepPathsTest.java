package dev.prodigy.lang.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §1, STEP: what a user reads of a place, whatever the normal form writes out.
class StepPathsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            commands[0].shell                                      | commands[0].shell
            setup.commands[1].shell                                | setup[1].shell
            setup.timeout                                          | setup.timeout
            reduce.commands[0]                                     | reduce[0]
            merge.commands[0].shell                                | merge[0].shell
            merge.on_conflict.commands[0].shell                    | merge.on_conflict[0].shell
            map.on_conflict.commands[0].shell                      | map.on_conflict[0].shell
            map.agent_template[0].shell                            | map.agent_template[0].shell
            map.agent_template[0].on_failure.commands[0].shell     | map.agent_template[0].on_failure[0].shell
            map.agent_template[0].on_failure.max_attempts          | map.agent_template[0].on_failure.max_attempts
            commands[0].on_exit_code.7.commands[1].claude          | commands[0].on_exit_code.7[1].claude
            commands[0].validate.commands[0].shell                 | commands[0].validate[0].shell
            commands[0].validate.on_incomplete.commands[0].shell   | commands[0].on_incomplete[0].shell
            commands[0].validate.on_incomplete[1].shell            | commands[0].on_incomplete[1].shell
            commands[0].validate.on_incomplete.max_attempts        | commands[0].validate.on_incomplete.max_attempts
            commands[0].on_failure.fallback.shell                  | commands[0].fallback[0].shell
            commands[0].retry_config.on_failure.fallback.shell     | commands[0].fallback[0].shell
            commands[0].on_exit_code.7.fallback.shell              | commands[0].on_exit_code.7.fallback[0].shell
            commands[0].retry_config.on_failure                    | commands[0].retry_config.on_failure
            error_policy.handlers.fix.steps[0].shell               | error_policy.handlers.fix[0].shell
            commands[0].foreach.do[1].shell                        | commands[0].do[1].shell
            commands[0].foreach.foreach[2]                         | commands[0].foreach[2]
            commands[0].foreach.parallel                           | commands[0].foreach.parallel
            map.input.items[3]                                     | map.input[3]
            map.input.items[3].setup.commands[0]                   | map.input[3].setup.commands[0]
            map.input.items[3].foreach.do                          | map.input[3].foreach.do
            map.input.file                                         | map.input.file
            nodes.build.commands[0].shell                          | nodes.build.commands[0].shell
            """)
    void aStepIsNamedByItsList(String normal, String named) {
        assertThat(StepPaths.of(parsed(normal))).hasToString(named);
    }

    private static NodePath parsed(String path) {
        var at = NodePath.ROOT;
        for (var word : path.split("[.\\[]", -1)) {
            at = word.endsWith("]") ? at.index(Integer.parseInt(word.substring(0, word.length() - 1))) : at.key(word);
        }
        return at;
    }
}
