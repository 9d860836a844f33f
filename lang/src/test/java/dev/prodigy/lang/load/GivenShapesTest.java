package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.decode.Outside;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §1, "Scalars": a variable may stand for settings that have shapes of their own too.
class GivenShapesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            map: {failure_threshold: $V}                                          | 0.5   | 2
            map: {failure_threshold: $V}                                          | 20%   | 200%
            error_policy: {failure_threshold: $V}                                 | 0.5   | much
            failure_threshold: $V                                                 | 0.5   | -1
            error_policy: {failure_threshold: 0.5, min_samples: 2, confidence: $V} | 0.9  | 1
            map: {timeout_config: {cleanup_grace_period_secs: $V}}                | 5     | 0
            map: {timeout_config: {command_timeouts: {shell: $V}}}                | 5s    | 5x
            error_policy: {on_item_failure: "custom:h", handlers: {h: {steps: [a], timeout: $V}}} | 5s | 5x
            map: {agent_template: [{shell: a, retry: {jitter: $V}}]}              | true  | maybe
            map: {agent_template: [{shell: a, retry: {jitter: $V}}]}              | full  | 1
            map: {agent_template: [{shell: a, retry: $V}]}                        | false | maybe
            map: {agent_template: [{shell: a, retry: $V}]}                        | none  | 0
            error_policy: {retry: $V}                                             | 4     | 1001
            map: {agent_template: [{shell: a, retry: {retry_on: [{exit_code: $V}]}}]} | 3 | 300
            map: {agent_template: [{shell: a, retry: {retry_on: [{exit_codes: [$V]}]}}]} | 3-5 | 5-3
            setup: {commands: [a, b], capture_outputs: {C: {command_index: $V}}}  | 1     | 2
            setup: {commands: [a, b], capture_outputs: {C: $V}}                   | 1     | 2
            setup: {commands: [a], capture_outputs: {C: {command_index: 0, max_size: $V}}} | 10kB | 10x
            worktree: {max_disk: $V}                                              | 1GB   | much
            """)
    void everySettingOfTheRunMayBeAVariable(String key, String right, String wrong) {
        var phase = "input: [1, 2, 3], " + (key.contains("agent_template") ? "" : "agent_template: [{shell: a}], ");
        var workflow = key.startsWith("map: {")
                ? "{mode: mapreduce, map: {" + phase + key.substring("map: {".length()) + "}"
                : "{mode: mapreduce, map: {" + phase + "}, " + key + "}";

        assertThat(Workflows.problems(workflow)).noneMatch(Problem::isError);
        assertThat(given(workflow, right)).noneMatch(Problem::isError);
        assertThat(given(workflow, wrong)).anyMatch(Problem::isError);
        assertThat(given(workflow, wrong)).extracting(Problem::message).noneMatch(text -> text.contains("no effect"));
    }

    private static List<Problem> given(String workflow, String value) {
        return run(workflow, value).problems();
    }

    private static Loaded run(String workflow, String value) {
        return WorkflowLoader.load(
                Workflows.FILE,
                Workflows.in(Map.of(Workflows.FILE, workflow)),
                LoadOptions.DEFAULT.knowing(new Outside(Map.of(), Map.of("V", value), null, true)));
    }

    @Test
    void aVariableMayTurnRetriesOff() {
        var workflow = "{retry_defaults: 5, commands: [{shell: a, retry: $V}]}";
        for (var off : List.of("false", "none")) {
            var loaded = run(workflow, off);
            var step = ((Workflow.Standard) Objects.requireNonNull(loaded.workflow()))
                    .commands()
                    .getFirst();
            assertThat(Objects.requireNonNull(step.options().resilience().retry())
                            .attempts())
                    .isOne();
        }
    }
}
