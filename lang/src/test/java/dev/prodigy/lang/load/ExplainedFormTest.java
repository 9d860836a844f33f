package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Problems;
import dev.prodigy.lang.decode.workflow.WorkflowShape;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.NodeJson;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
                .collect(Collectors.toMap(Step::path, ExplainedFormTest::kept, (one, _) -> one));
        return workflow.header().errorPolicy() + "\n" + new TreeMap<>(steps);
    }

    private static String kept(Step step) {
        var policies = step.options().resilience();
        var reactions = step.reactions();
        return String.join(
                " ",
                List.of(
                        policies.retry() + " " + policies.breaker(),
                        kept(reactions.onFailure()),
                        reactions.onExitCode().values().stream()
                                .map(ExplainedFormTest::kept)
                                .toList()
                                .toString(),
                        kept(step.validation())));
    }

    private static String kept(@Nullable FailureReaction reaction) {
        return reaction instanceof FailureReaction.Handle handle
                ? new FailureReaction.Handle(
                                List.of(),
                                handle.strategy(),
                                handle.maxAttempts(),
                                handle.failWorkflow(),
                                handle.timeout(),
                                handle.commitRequired(),
                                handle.failureFatal(),
                                handle.captures())
                        .toString()
                : String.valueOf(reaction == null ? null : reaction.getClass());
    }

    private static String kept(@Nullable Validation validation) {
        var rounds = validation == null ? null : validation.onIncomplete();
        return validation == null
                ? ""
                : validation.threshold()
                        + " "
                        + (rounds == null
                                ? ""
                                : rounds.maxAttempts() + " " + rounds.failWorkflow() + " " + rounds.commitRequired());
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

    /// Spec 01 §5: what a handler does follows from what is written and who runs in it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    y                                                  | recovery | 2 | true  | false | false
                    [y, /fix]                                          | recovery | 3 | true  | false | false
                    {shell: y, fail_workflow: true}                    | cleanup  | 2 | true  | false | false
                    {shell: y, fail_workflow: false}                   | recovery | 2 | false | false | false
                    {shell: y, fail_workflow: true, max_attempts: 5}   | recovery | 5 | true  | false | false
                    {commands: [y], strategy: fallback}                | fallback | 2 | true  | false | false
                    {shell: y, retry_original: false}                  | recovery | 1 | true  | false | false
                    {shell: y, commit_required: true, handler_failure_fatal: true} | recovery | 2 | true | true | true
                    """)
    void aHandlerHasEveryDefault(
            String handler, String strategy, int attempts, boolean fails, boolean commits, boolean fatal) {
        var form =
                form("commands: [{shell: x, on_failure: %1$s, on_exit_code: {7: %1$s, 8: true}}]".formatted(handler));
        var expected = "\"strategy\":\"%s\",\"max_attempts\":%d,".formatted(strategy, attempts);
        assertThat(at(form, "commands", 0, "on_failure"))
                .contains(expected)
                .contains("\"fail_workflow\":" + fails)
                .contains("\"commit_required\":" + commits + ",\"handler_failure_fatal\":" + fatal)
                .isEqualTo(at(form, "commands", 0, "on_exit_code", 7));
        assertThat(at(form, "commands", 0, "on_exit_code", 8)).isEqualTo("true");
    }

    /// Wherever steps stand, also where the normal form and a step's path name the place in different ways.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    commands: [{shell: a, on_success: [STEP]}]                             | commands/0/on_success/0
                    commands: [{shell: a, on_failure: STEP}]                               | commands/0/on_failure/commands/0
                    commands: [{shell: a, on_failure: {fallback: STEP}}]                   | commands/0/on_failure/fallback
                    commands: [{shell: a, retry: {on_failure: {fallback: STEP}}}]          | commands/0/retry_config/on_failure/fallback
                    commands: [{shell: a, validate: [STEP]}]                               | commands/0/validate/commands/0
                    commands: [{shell: a, validate: {shell: b, on_incomplete: [STEP]}}]    | commands/0/validate/on_incomplete/commands/0
                    commands: [{foreach: [1], do: [STEP]}]                                 | commands/0/foreach/do/0
                    {commands: a, merge: {on_conflict: [STEP]}}                            | merge/on_conflict/commands/0
                    {commands: a, worktree: {setup: [STEP]}}                               | worktree/setup/0
                    {map: {input: [1], agent_template: STEP}, error_policy: {handlers: {h: STEP}}} | error_policy/handlers/h/steps/0
                    {map: {input: [1], agent_template: STEP, on_conflict: [STEP]}}         | map/on_conflict/commands/0
                    {map: {input: [1], agent_template: STEP}, setup: STEP}                 | setup/commands/0
                    """)
    void itStandsInEveryListOfSteps(String yaml, String place) {
        var form = form(yaml.replace("STEP", "{shell: x, on_failure: {commands: [y]}}"));
        var path = Stream.concat(Stream.of(place.split("/")), Stream.of("on_failure"))
                .map(word -> word.matches("\\d") ? Integer.valueOf(word) : word)
                .toArray();
        assertThat(at(form, path)).contains("\"strategy\":\"recovery\",\"max_attempts\":2");
    }

    /// Spec 01 §1, "Scalars": what a placeholder decides is not known before the step starts.
    @Test
    void whatFollowsFromAnOpenSettingStaysOpen() {
        var form = form("""
                parameters: [F]
                commands: [{shell: x, on_failure: {shell: y, fail_workflow: "${F}"}}]
                """);
        assertThat(at(form, "commands", 0, "on_failure"))
                .contains("\"fail_workflow\":\"${F}\"", "\"max_attempts\":2")
                .doesNotContain("strategy");
    }

    @Test
    void aValidationHasEveryDefault() {
        var form = form("commands: [{shell: x, validate: {shell: z, on_incomplete: q}}, {validate: [z]}]");
        assertThat(at(form, "commands", 0, "validate"))
                .contains(
                        "],\"threshold\":100,\"on_incomplete\":{\"commands\":[",
                        "],\"max_attempts\":2,\"fail_workflow\":true,\"commit_required\":false}");
        assertThat(at(form, "commands", 1, "validate")).endsWith("],\"threshold\":100}");
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

    /// Spec 01 §1, 03 §1, §9; where the repository or the configuration decides nothing is said.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    commands: x                               | name      | "f"
                    {name: n, commands: x}                    | name      | "n"
                    commands: x                               | worktree  | {"base":"HEAD","reuse":"clean","submodules":false,"keep_slots":false}
                    {commands: x, worktree: {base: main, target: t, reuse: keep_ignored}} | worktree | {"base":"main","target":"t","reuse":"keep_ignored","submodules":false,"keep_slots":false}
                    {map: {input: [1], agent_template: x}}    | halt      | "drain"
                    {map: {input: [1], agent_template: x}, error_policy: {stop_mode: kill}} | halt | "now"
                    {map: {input: [1], agent_template: x, halt: now}, halt: drain} | halt | "now"
                    {commands: x, env: {A: {command: y}}}     | env/A     | {"command":"y","cache":true}
                    {commands: x, env: {A: {command: y, cache: false}}} | env/A | {"command":"y","cache":false}
                    {commands: x, env: {A: {value: y}}}       | env/A     | {"value":"y"}
                    {isolation: none, map: {input: [1], agent_template: x}} | map/isolation | "none"
                    commands: x                                       | mode | "standard"
                    {map: {input: [1], agent_template: x}}            | mode | "mapreduce"
                    """)
    void theTopLevelHasItsDefaults(String yaml, String key, String expected) {
        assertThat(at(form(yaml), (Object[]) key.split("/"))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    commands: x                               | isolation
                    commands: x                               | halt
                    {commands: x, isolation: none}            | worktree
                    """)
    void whatHasNoFixedDefaultIsNotSaid(String yaml, String key) {
        assertThat(form(yaml).members()).doesNotContainKey(key);
    }

    @Test
    void keysStandInTheirUsualOrder() {
        assertThat(form("{commands: x, merge: y}").members().keySet())
                .containsExactly("name", "mode", "inherit", "worktree", "merge", "commands", "error_policy");
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
