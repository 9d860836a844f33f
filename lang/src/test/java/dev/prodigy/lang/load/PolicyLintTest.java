package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Agents, limits, retries, thresholds and breakers, as {@link LintRows} says (spec 01 §14, 02 §3.8, 05 §3).
class PolicyLintTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            # agents
            - »/review                                                     | NO_EVIDENCE commands[0]
            - {»claude: /fix, capture: a}⏎- echo ${a}                      | NO_EVIDENCE commands[0].claude
            - {»agent: claude, prompt: p}                                  | NO_EVIDENCE commands[0].agent
            »ITEM agent_template: {claude: x, commit_required: true}, on_conflict: fail | UNBOUNDED_AGENTS map
            ITEM agent_template: {claude: x, commit_required: true}, on_conflict: fail, max_parallel: »30 | NO_BUDGET map.max_parallel
            »ITEM agent_template: x, commit_required: true                 | COMMITS_WITHOUT_HANDLER map
            »ITEM agent_template: {shell: x, auto_commit: true}            | COMMITS_WITHOUT_HANDLER map
            # limits
            timeout: 1m⏎commands: {shell: x, timeout: »2m}                 | TIMEOUT_NESTING commands.timeout
            - {shell: x, timeout: »2m, total_timeout: 1m}                  | TIMEOUT_NESTING commands[0].timeout
            - {shell: x, timeout: 1m, idle_timeout: »2m}                   | TIMEOUT_NESTING commands[0].idle_timeout
            - {foreach: [1], timeout: 5, do: {shell: x, timeout: »6}}      | TIMEOUT_NESTING commands[0].do.timeout
            - {shell: x, on_failure: {commands: [{shell: y, timeout: »6}], timeout: 5}} | TIMEOUT_NESTING commands[0].on_failure.commands[0].timeout
            - {shell: x, validate: {commands: [{shell: y, timeout: »6}], timeout: 5}} | TIMEOUT_NESTING commands[0].validate.commands[0].timeout
            ITEM agent_timeout_secs: 5, agent_template: {shell: x, timeout: »6} | TIMEOUT_NESTING map.agent_template.timeout
            setup: {commands: [{shell: x, timeout: »6}], timeout: 5}⏎MAP x | TIMEOUT_NESTING setup.commands[0].timeout
            timeout: 5⏎MAP x⏎reduce: {commands: [x], timeout: »6}          | TIMEOUT_NESTING reduce.timeout
            - {foreach: [1], retry: 2, do: {shell: x, »retry: 3}}          | NESTED_RETRY commands[0].do.retry
            # retries
            - {shell: x, »retry: {attempts: 7, backoff: none}, on_failure: {shell: y, max_attempts: 3}} | RETRY_EXPLOSION commands[0].retry
            ITEM agent_template: {shell: x, »retry: {attempts: 7, backoff: none}}⏎error_policy: {retry_config: {max_attempts: 3}} | RETRY_EXPLOSION map.agent_template.retry
            - {shell: x, total_timeout: 10s, »retry: {attempts: 3, backoff: fixed, initial_delay: 5s}} | RETRY_EXCEEDS_TIMEOUT commands[0].retry
            - {shell: x, timeout: 3, total_timeout: 10s, »retry: {attempts: 3, backoff: fixed, initial_delay: 1s}} | RETRY_EXCEEDS_TIMEOUT commands[0].retry
            timeout: 1m⏎commands: {shell: x, »retry: {attempts: 10}}       | RETRY_EXCEEDS_TIMEOUT commands.retry
            ITEM agent_timeout_secs: 8, agent_template: x⏎error_policy: {»retry_config: {max_attempts: 5, backoff: {fixed: 2s}}} | RETRY_EXCEEDS_TIMEOUT error_policy.retry_config
            - {shell: x, »retry: {attempts: 3, initial_delay: 5s, retry_budget: 2s}} | POLICY_CONFLICT commands[0].retry
            - {shell: x, »retry: {attempts: 3, retry_on: [network], no_retry_on: [network, timeout]}} | POLICY_CONFLICT commands[0].retry
            - {shell: x, »retry: {attempts: 3, retry_on: [auth, network]}} | HOPELESS_RETRY commands[0].retry
            MAP x⏎error_policy: {»retry_config: {retry_on: [SPEND_LIMIT]}} | HOPELESS_RETRY error_policy.retry_config
            - {shell: x, »retry: {attempts: 3, retry_on: [network, cancelled]}} | HOPELESS_RETRY commands[0].retry
            - {shell: x, »retry: {attempts: 3, retry_on: [network, policy]}} | HOPELESS_RETRY commands[0].retry
            - {shell: x, »retry: {attempts: 3, retry_on: [network, CIRCUIT_OPEN]}} | HOPELESS_RETRY commands[0].retry
            - {shell: x, »retry: {attempts: 3, no_retry_on: any}}          | POLICY_CONFLICT commands[0].retry
            - {foreach: [1, 2], »parallel: 2, do: {shell: x, commit_required: true}} | POLICY_CONFLICT commands[0].parallel
            - {foreach: [1, 2], »parallel: true, do: [x, {shell: x, auto_commit: true}]} | POLICY_CONFLICT commands[0].parallel
            - foreach: {items: [1, 2], »parallel: "${N}", do: {shell: x, auto_commit: true}} | POLICY_CONFLICT commands[0].foreach.parallel
            - {foreach: [1], »parallel: 3, do: {foreach: [1], do: {shell: x, commit_required: true}}} | POLICY_CONFLICT commands[0].parallel
            # thresholds and breakers
            MAP x⏎error_policy: {»confidence: 0.9, min_samples: 2}         | NO_EFFECT error_policy.confidence
            MAP x⏎error_policy: {»min_samples: 2}                          | NO_EFFECT error_policy.min_samples
            MAP x⏎error_policy: {»handlers: {h: [x]}}                      | NO_EFFECT error_policy.handlers
            ITEM input: [1, 2], agent_template: x⏎error_policy: {»max_failures: 3} | THRESHOLD_NEVER_TRIPS error_policy.max_failures
            ITEM input: [1, 2], agent_template: x⏎error_policy: {»failure_threshold: 0.2} | THRESHOLD_NEVER_TRIPS error_policy.failure_threshold
            ITEM max_items: 5, agent_template: x⏎»failure_threshold: 0.2   | THRESHOLD_NEVER_TRIPS failure_threshold
            MAP x⏎error_policy: {»failure_threshold: 1}                    | THRESHOLD_NEVER_TRIPS error_policy.failure_threshold
            ITEM on_item_failure: stop, »max_failures: 5, agent_template: x | THRESHOLD_NEVER_TRIPS map.max_failures
            timeout: 1m⏎commands: {shell: x, »circuit_breaker: {timeout: 2m}} | BREAKER_NEVER_RECOVERS commands.circuit_breaker
            timeout: 1m⏎MAP x⏎error_policy: {»circuit_breaker: {timeout: 1m}} | BREAKER_NEVER_RECOVERS error_policy.circuit_breaker
            - {shell: x, circuit_breaker: {key: k}}⏎- {shell: y, »circuit_breaker: {key: k, timeout: 9s}} | CONFLICTING_KEYS commands[1].circuit_breaker
            """)
    void theDoubtfulIsFoundInItsPlace(String yaml, String expected) {
        LintRows.isFound(yaml, expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // policies that work
                "- {shell: x, retry: {attempts: 6, backoff: none}, on_failure: {shell: y, max_attempts: 3}}",
                "- {shell: x, timeout: 3, total_timeout: 20s, retry: {attempts: 3, backoff: fixed, initial_delay: 1s}}",
                "- {shell: x, retry: {attempts: 3, retry_budget: 2s, retry_on: [network], no_retry_on: [timeout]}}",
                "- {shell: x, retry: {attempts: 1, retry_on: [auth]}}",
                "- {shell: x, retry: {max_delay: 1s}}",
                "- {shell: x, retry: {max_delay: 1ms, backoff: none}}",
                "- {shell: x, retry: {max_delay: 1ms, backoff: [5s, 9s]}}",
                "retry_defaults: {initial_delay: 100ms}⏎commands: {shell: x, retry: {max_delay: 500ms}}",
                "ITEM input: [1, 2], agent_template: x⏎error_policy: {max_failures: 2, failure_threshold: 0.2, min_samples: 2}",
                "timeout: 1m⏎commands: {shell: x, circuit_breaker: {timeout: 30s}}",
                "- {shell: x, circuit_breaker: {key: k}}⏎- {shell: y, circuit_breaker: {key: k}}",
                "- {foreach: [1, 2], do: {shell: x, commit_required: true}}",
                "- {foreach: [1, 2], parallel: false, do: {shell: x, commit_required: true}}",
                "- {foreach: [1, 2], parallel: 1, do: {shell: x, auto_commit: true}}",
                "- {foreach: [1, 2], parallel: 2, do: x}",
                "- {foreach: [1, 2], parallel: 2, do: x, auto_commit: true}",
                "- foreach: {items: [1, 2], parallel: '${N}', do: x}",
                // agents
                "- {claude: /fix, commit_required: true}",
                "- {claude: /fix, validate: 'make test'}",
                "- {claude: /ask, capture: a, capture_format: json}⏎- echo ${a}",
                "- {claude: /fix, outputs: {f: {file_pattern: '*.md'}}}",
                "- /fix⏎- {validate: 'make test'}",
                "- {shell: x, on_failure: /fix}",
                "ITEM agent_template: {claude: x}, commit_required: true, on_conflict: retry, max_parallel: 20",
                "ITEM agent_template: x, commit_required: true, on_conflict: fail",
                "ITEM agent_template: x, commit_required: true, max_parallel: 1",
                "ITEM agent_template: x, commit_required: true, error_policy: {retry_config: {attempts: 2}}",
                // limits
                "timeout: 2m⏎commands: {shell: x, timeout: 2m, idle_timeout: 1m, total_timeout: 2m}",
                "timeout: '${T}'⏎commands: {shell: x, timeout: 2h}",
                "ITEM agent_timeout_secs: 6, agent_template: {shell: x, timeout: 6}",
                "- {foreach: [1], do: {shell: x, retry: 3}}",
                "- {foreach: [1], retry: 2, do: {shell: x, retry: false}}",
                "commands: x⏎env_files: [no.env, {path: 'w.env', required: true}, {path: '${P}.env', required: true}]",
                "commands: x⏎env: {API_TOKEN: none, DB_PASSWORD: '', MAX_TOKENS: 4096, GH_TOKEN: '${env.T}'}",
                // policies that act
                "- {shell: x, retry: {attempts: 2, no_retry_on: [auth]}}",
                "ITEM input: i.json, agent_template: x⏎error_policy: {failure_threshold: 0.2, confidence: 0.9, min_samples: 2}",
                "MAP x⏎error_policy: {on_item_failure: custom:h, handlers: {h: [x], other: [y]}}",
            })
    void theOrdinaryIsLeftAlone(String yaml) {
        LintRows.isLeftAlone(yaml);
    }

    @Test
    void retriesThatAStepOfATemplateInheritsAreToldWhereItIsUsed() {
        var files = Map.of(
                "f.yml",
                "retry_defaults: {attempts: 2}\ncommands:\n- {template: t.yml}",
                "t.yml",
                "commands: [{shell: x}, {shell: y, retry: 3}]");
        assertThat(WorkflowLoader.load("f.yml", Workflows.in(files), LoadOptions.DEFAULT)
                        .problems())
                .filteredOn(problem -> problem.code() == ProblemCode.NESTED_RETRY)
                .extracting(problem -> problem.span() + " " + problem.message())
                .containsExactlyInAnyOrder(
                        "f.yml:3:3 retries inside of retries: up to 4 executions of one step",
                        "t.yml:1:35 retries inside of retries: up to 6 executions of one step");
    }

    @Test
    void aLimitOfTheStepIsToldInASentence() {
        assertThat(Workflows.problems("- {shell: x, timeout: 50, total_timeout: 20s}"))
                .extracting(Problem::message)
                .containsExactly("this limit of 50s is never reached: the step with all its executions ends after 20s");
    }
}
