package dev.prodigy.engine.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.load.LoadOptions;
import dev.prodigy.lang.load.WorkflowLoader;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §10, `map.timeout_config`.
class CommandLimitsTest {

    /// The template: shell, claude, claude, shell with a timeout of 9 s.
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            per_agent   | {claude: 5}                |  -  -  -  9
            per_command | {claude: 5}                | 60  5  5  9
            PerCommand  | {claude: 5}                | 60  5  5  9
            per_command | {claude: 5, claude_1: 7}   | 60  5  7  9
            per_command | {shell: 3, shell_1: 4}     |  3 60 60  9
            hybrid      | {claude_0: 5}              |  -  5  -  9
            hybrid      | {}                         |  -  -  -  9
            """)
    void aStepGetsTheNearestLimit(String policy, String commands, String expected) {
        var workflow = map("""
                mode: mapreduce
                map:
                  input: [1]
                  timeout_config: {agent_timeout_secs: 60, timeout_policy: POLICY, command_timeouts: COMMANDS}
                  agent_template:
                    - shell: a
                    - claude: b
                    - claude: c
                    - {shell: d, timeout: 9}
                """.replace("POLICY", policy).replace("COMMANDS", commands));

        var limited =
                CommandLimits.in(workflow.map().agentTemplate(), workflow.map().timeouts());

        var limits = limited.stream()
                .map(step -> step.options().limits().attempt())
                .map(limit -> limit == null ? "-" : "" + limit.toSeconds())
                .toList();
        assertThat(limits).isEqualTo(List.of(expected.strip().split(" +")));
    }

    private static Workflow.MapReduce map(String text) {
        var loaded = WorkflowLoader.load("w.yml", _ -> text.getBytes(UTF_8), LoadOptions.DEFAULT);
        return (Workflow.MapReduce) loaded.workflow();
    }
}
