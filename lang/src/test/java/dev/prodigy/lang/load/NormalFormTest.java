package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Problems;
import dev.prodigy.lang.decode.workflow.WorkflowShape;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.yaml.Differences;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.NodeJson;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.value.Value;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NormalFormTest {
    @ParameterizedTest
    @MethodSource("dev.prodigy.lang.load.Examples#valid")
    void theNormalFormIsReadAsTheSameWorkflow(String yaml) {
        var loaded = Workflows.load(yaml);
        var form = Objects.requireNonNull(
                loaded.normalForm(), () -> loaded.problems().toString());
        var decoding = new Decoding(new Problems());
        var root = (Node.Mapping) NodeJson.tree(Json.parse(Json.write(form)), "recorded");
        var again = WorkflowShape.read(root, "f", Map.of(), decoding).complete();
        assertThat(decoding.problems().anyError())
                .as(() -> decoding.problems().ordered("recorded").toString())
                .isFalse();
        assertThat(withoutPlaces(again)).isEqualTo(withoutPlaces(loaded.workflow()));
        var mode = Objects.requireNonNull(again).mode();
        assertThat(Differences.between(form, WorkflowShape.normal(root, mode, decoding), Value::equals))
                .isEmpty();
    }

    /// Two spellings of one thing.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    commands: x                                       | - shell: x # comment
                    commands: [{shell: x, timeout: 30}]               | steps: [{timeout: 30s, shell: "x"}]
                    - {shell: x, retry: 3}                            | - {shell: x, retry_config: {max_attempts: 3}}
                    - {shell: x, retry: {backoff: !fixed 5s}}         | - {shell: x, retry: {backoff: {type: fixed, delay_ms: 5000}}}
                    - {shell: x, retry: {retry_on: network}}          | - {shell: x, retry: {retryable_errors: [network]}}
                    - {shell: x, cwd: d, allow_failure: true}         | - {shell: x, working_dir: d, continue_on_error: true}
                    - {shell: x, continue_on_error: false}            | - {shell: x}
                    - {foreach: [1], do: x, as: f}                    | - {foreach: {items: [1], do: [x], as: f}}
                    - {agent: claude, prompt: p}                      | - {claude: p}
                    {env: {A: {command: x}}, commands: y}             | {env: {A: {command: x, cache: true}}, commands: y}
                    {parameters: {a: 1, b: 2}, commands: x}           | {parameters: [{name: b, default: 2}, {name: a, default: 1}], commands: x}
                    - {test: x}                                       | - {shell: x}
                    - {shell: x, on_failure: y}                       | - {shell: x, on_failure: [y]}
                    - {shell: x, on_failure: {shell: y, max_attempts: 2}} | - {shell: x, on_failure: {commands: [y], max_attempts: 2}}
                    """)
    void spellingMakesNoDifference(String one, String other) {
        assertThat(Differences.between(form(one), form(other), Value::equals)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    map: {input: a.json, agent_template: [{shell: a}]}   | map: {input: a.json, agent_template: [{shell: b}]} | map.agent_template[0].shell
                    commands: [a, b]                                     | commands: [a]                                      | commands[1]
                    commands: a                                          | {commands: a, timeout: 5}                          | timeout
                    {commands: a, parameters: {a: 1, b: 2}}              | {commands: a, parameters: {b: 3, a: 1}}            | parameters.b.default
                    {commands: a, parameters: {b: {type: string}}}       | {commands: a, parameters: {a: 1, b: {type: string}}} | parameters.a
                    {commands: a, parameters: [a, {name: b, enum: [1]}]} | {commands: a, parameters: [a, {name: b, enum: [2]}]} | parameters.b.enum[0]
                    commands: [{shell: x, retry: 2}]                     | commands: [{shell: x, retry: 3}]                   | commands[0].retry_config.attempts
                    commands: [{shell: x, env: {V: 1.1}}]                | commands: [{shell: x, env: {V: 1.10}}]             | commands[0].env.V
                    """)
    void differencesAreNamedByPath(String before, String after, String path) {
        assertThat(Differences.between(form(before), form(after), Value::equals))
                .map(NodePath::toString)
                .containsExactly(path);
    }

    @Test
    void anInvalidWorkflowHasNone() {
        assertThat(Workflows.load("commands: []").normalForm()).isNull();
    }

    private static Value form(String yaml) {
        return Objects.requireNonNull(Workflows.load(yaml).normalForm());
    }

    private static String withoutPlaces(Object workflow) {
        return String.valueOf(workflow).replaceAll("span=[^\\]]*\\]", "]");
    }
}
