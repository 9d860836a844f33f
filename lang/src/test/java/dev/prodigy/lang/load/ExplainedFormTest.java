package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Problems;
import dev.prodigy.lang.decode.workflow.WorkflowShape;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.NodeJson;
import dev.prodigy.model.step.StepOptions;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Spec 05 §2.3: `validate --explain` fills every default in.
class ExplainedFormTest {
    private static final String BREAKER = """
            {"failure_threshold":5,"success_threshold":3,"timeout":"30s","half_open_requests":3,"on_open":"%s"}""";
    private static final String NO_RETRY_AFTER =
            "\"retry_on\":[],\"no_retry_on\":[],\"respect_retry_after\":true,\"max_retry_after\":\"5m\"";

    @ParameterizedTest
    @MethodSource("dev.prodigy.lang.load.Examples#valid")
    void whatIsFilledInIsWhatHolds(String yaml) {
        var loaded = Workflows.load(yaml);
        var form = Objects.requireNonNull(loaded.explainedForm());
        var decoding = new Decoding(new Problems());
        var root = (Node.Mapping) NodeJson.tree(Json.parse(Json.write(form)), "explained");
        var again = WorkflowShape.read(root, "f", Map.of(), decoding).complete();
        assertThat(decoding.problems().anyError())
                .as(() -> decoding.problems().ordered("explained").toString())
                .isFalse();
        assertThat(policies(again)).isEqualTo(policies(Objects.requireNonNull(loaded.workflow())));
    }

    private static String policies(Workflow workflow) {
        var steps = AllSteps.of(workflow).stream()
                .collect(Collectors.toMap(
                        step -> step.path(), step -> kept(step.options().resilience()), (one, _) -> one));
        return workflow.header().errorPolicy() + "\n" + new TreeMap<>(steps);
    }

    private static String kept(StepOptions.Resilience policies) {
        return policies.retry() + " " + policies.breaker();
    }

    @Test
    void theErrorPolicyOfAllLevelsIsOneWithEveryField() {
        var form = form("""
                error_policy: {min_samples: 3, circuit_breaker: {}, handlers: {h: x}}
                max_failures: 7
                map: {input: [1], agent_template: x, error_policy: {failure_threshold: 20%, retry_config: {}}}
                """);
        var expected = "{\"on_item_failure\":\"dlq\",\"continue_on_failure\":true,\"max_failures\":7,"
                + "\"failure_threshold\":0.2,\"min_samples\":3,\"error_collection\":\"aggregate\",\"stop_mode\":\"drain\","
                + "\"retry_config\":{\"attempts\":3,\"backoff\":{\"exponential\":{\"initial\":\"1s\",\"base\":2.0}},"
                + "\"jitter\":{\"kind\":\"none\"}," + NO_RETRY_AFTER + "},"
                + "\"circuit_breaker\":" + BREAKER.formatted("wait") + ","
                + "\"quota\":{\"on_limit\":\"wait\",\"max_wait\":\"6h\",\"probe_interval\":\"1m\"}";
        assertThat(at(form, "error_policy")).startsWith(expected).contains("\"handlers\":{\"h\":{");
        assertThat(at(form, "map", "error_policy")).isEqualTo(expected + "}");
    }

    @Test
    void aStepsPoliciesAreThoseItInheritsToo() {
        var form = form("""
                retry_defaults: {attempts: 4, backoff: {linear: {}}, circuit_breaker: {key: k}}
                commands:
                  - shell: x
                  - {shell: y, retry: {initial_delay: 1m, on_failure: continue}}
                  - {foreach: [1], do: [z]}
                """);
        var retry =
                "{\"attempts\":4,\"backoff\":{\"linear\":{\"initial\":\"%s\",\"increment\":\"%s\"}},\"max_delay\":\"%s\","
                        + "\"jitter\":{\"kind\":\"none\"}," + NO_RETRY_AFTER + "%s}";
        var plain = retry.formatted("1s", "1s", "30s", ",\"on_failure\":\"stop\"");
        var breaker = BREAKER.formatted("reject").replace("}", ",\"key\":\"k\"}");
        assertThat(at(form, "commands", 0, "retry_config")).isEqualTo(plain);
        assertThat(at(form, "commands", 0, "circuit_breaker")).isEqualTo(breaker);
        assertThat(at(form, "commands", 1, "retry_config"))
                .isEqualTo(retry.formatted("1m", "1m", "1m", ",\"on_failure\":\"continue\""));
        assertThat(at(form, "commands", 2, "foreach", "do", 0, "retry_config")).isEqualTo(plain);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {input: [1]}                                                | offset          | 0
                    {input: [1]}                                                | max_parallel    | 10
                    {input: [1], max_parallel: 3}                               | max_parallel    | 3
                    {input: [1]}                                                | on_conflict     | "fail"
                    {input: {command: x}}                                       | input           | {"command":"x","timeout":"5m"}
                    {input: {command: x, timeout: 7}}                           | input           | {"command":"x","timeout":"7s"}
                    {input: [1], timeout_config: {agent_timeout_secs: 9}}       | timeout_config  | {"agent_timeout_secs":"9s","cleanup_grace_period_secs":"30s","enable_monitoring":true,"timeout_policy":"per_agent"}
                    {input: [1], timeout_config: {command_timeouts: {shell: 9}}} | timeout_config | {"command_timeouts":{"shell":"9s"},"cleanup_grace_period_secs":"30s","enable_monitoring":true,"timeout_policy":"hybrid"}
                    """)
    void aMapPhaseHasEveryDefault(String map, String key, String expected) {
        var form = form("mode: mapreduce\nmap: " + map.replaceFirst("}$", ", agent_template: x}"));
        assertThat(at(form, "map", key)).isEqualTo(expected);
    }

    @Test
    void aRunWithoutItemsHasAQuotaAlone() {
        assertThat(at(form("commands: x"), "error_policy"))
                .isEqualTo("{\"quota\":{\"on_limit\":\"wait\",\"max_wait\":\"6h\",\"probe_interval\":\"1m\"}}");
    }

    private static Value.Fields form(String yaml) {
        var loaded = Workflows.load(yaml);
        return Objects.requireNonNull(
                loaded.explainedForm(), () -> loaded.problems().toString());
    }

    private static String at(Value from, Object... path) {
        var value = from;
        for (var each : path) {
            value = switch (value) {
                case Value.Fields fields -> Objects.requireNonNull(fields.get(each.toString()), each::toString);
                case Value.Items(List<Value> values) -> values.get((Integer) each);
                default -> throw new AssertionError(each + " in " + Json.write(from));
            };
        }
        return Json.write(value);
    }
}
