package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The checks that need the whole workflow, each with a workflow that it finds something in and one that it
/// leaves alone (spec 01 §14, 05 §3).
class LintTest {
    private static final String MARK = "»";

    @ParameterizedTest
    @ValueSource(strings = {"- {shell: 'PH'}", "- {claude: 'PH'}", "env: {A: 'PH'}\ncommands: x"})
    void aTextThatIsNestedTooDeepIsRefusedInItsPlace(String yaml) {
        var deep = "${A:-".repeat(200) + "}".repeat(200);
        assertThat(Workflows.problems(yaml.replace("PH", deep)))
                .filteredOn(Problem::isError)
                .extracting(problem -> problem.code().name())
                .containsExactly("INVALID_EXPRESSION");
    }

    /// ⏎ is a line end, » the place of the problem, MAP a map phase with a step, ITEM one with these keys.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            # namespaces outside of their place, and steps that have not run
            - »echo ${item.x}                                              | UNDEFINED_REFERENCE commands[0]
            - »echo a ${batch.size}                                        | UNDEFINED_REFERENCE commands[0]
            - »echo ${map.total}                                           | UNDEFINED_REFERENCE commands[0]
            - »echo ${merge.target}                                        | UNDEFINED_REFERENCE commands[0]
            - »echo ${conflict.files}                                      | UNDEFINED_REFERENCE commands[0]
            - »echo ${error.code}                                          | UNDEFINED_REFERENCE commands[0]
            - »echo ${handler.output}                                      | UNDEFINED_REFERENCE commands[0]
            - {shell: x, on_exit_code: {0: »"echo ${error.code}"}}         | UNDEFINED_REFERENCE commands[0].on_exit_code.0
            - {shell: x, on_success: y}⏎- »echo ${error.code}              | UNDEFINED_REFERENCE commands[1]
            - »echo ${validation.completion}                               | UNDEFINED_REFERENCE commands[0]
            - »echo ${foreach.index}                                       | UNDEFINED_REFERENCE commands[0]
            - {foreach: [1], do: {foreach: [2], do: x}}⏎- {foreach: [1], do: [{foreach: [2], do: y}, »"echo ${foreach.output}"]} | UNSET_VARIABLE commands[1].do[1]
            - »echo ${shell.output}                                        | UNDEFINED_REFERENCE commands[0]
            - {shell: x, when: »"item.a == 1"}                             | UNDEFINED_REFERENCE commands[0].when
            - »echo ${b.output}⏎- {shell: x, id: b}                        | UNDEFINED_REFERENCE commands[0]
            - {foreach: [1], do: {shell: x, id: b}}⏎- »echo ${b.output}    | UNDEFINED_REFERENCE commands[1]
            - {write_file: {path: a, content: »"${item.x}"}}               | UNDEFINED_REFERENCE commands[0].write_file.content
            - {shell: x, env: {A: »"${item.x}"}}                           | UNDEFINED_REFERENCE commands[0].env.A
            - {shell: x, working_dir: »"${item.x}"}                        | UNDEFINED_REFERENCE commands[0].working_dir
            - {shell: x, timeout: »"${item.x}"}                            | UNDEFINED_REFERENCE commands[0].timeout
            - {foreach: »"ls ${item.x}", do: x}                            | UNDEFINED_REFERENCE commands[0].foreach
            - {shell: x, on_failure: {shell: »"echo ${item.x}"}}           | UNDEFINED_REFERENCE commands[0].on_failure.shell
            commands: x⏎outputs: {a: »"${item.x}"}                         | UNDEFINED_REFERENCE outputs.a
            setup: »echo ${item.x}⏎MAP x                                   | UNDEFINED_REFERENCE setup
            MAP x⏎reduce: »echo ${item.x}                                  | UNDEFINED_REFERENCE reduce
            MAP »echo ${map.total}                                         | UNDEFINED_REFERENCE map.agent_template
            commands: »echo ${secrets.KEI:upper}⏎secrets: {KEY: "${KEY}"}  | UNDEFINED_REFERENCE commands -> secrets.KEY
            commands: {shell: x, when: »"${secrets.KEI} == 1"}⏎secrets: {KEY: "${KEY}"} | UNDEFINED_REFERENCE commands.when -> secrets.KEY
            commands: {shell: x, when: »"secrets.KEI"}⏎secrets: {KEY: "${KEY}"} | UNDEFINED_REFERENCE commands.when -> secrets.KEY
            commands: {shell: x, when: »"exists(secrets.KEI)"}⏎secrets: {KEY: "${KEY}"} | UNDEFINED_REFERENCE commands.when -> secrets.KEY
            commands: {claude: »"${secrets.KEI:-none}", commit_required: true}⏎secrets: {KEY: "${KEY}"} | UNDEFINED_REFERENCE commands.claude -> secrets.KEY
            - {foreach: [1], do: {shell: x, when: »"secrets.KEI"}}         | UNDEFINED_REFERENCE commands[0].do.when
            - {shell: x, validate: {shell: y, when: »"secrets.KEI"}}       | UNDEFINED_REFERENCE commands[0].validate.when
            - {shell: x, on_failure: {shell: y, when: »"secrets.KEI"}}     | UNDEFINED_REFERENCE commands[0].on_failure.when
            commands: x⏎env: {A: {condition: »"secrets.KEI", when_true: a, when_false: b}} | UNDEFINED_REFERENCE env.A.condition
            commands: x⏎parameters: [{name: who, validation: »"value == secrets.KEI"}] | UNDEFINED_REFERENCE parameters[0].validation
            ITEM filter: »"x == '${secrets.KEI}'", agent_template: x       | UNDEFINED_REFERENCE map.filter
            ITEM sort_by: »"${secrets.KEI}", agent_template: x             | UNDEFINED_REFERENCE map.sort_by
            ITEM item_key: »"concat(id, '${secrets.KEI}')", agent_template: x | UNDEFINED_REFERENCE map.item_key
            - shell: »"echo ${upper(PROJECT_ROOT, 2)}"                     | INVALID_EXPRESSION commands[0].shell
            - shell: »"echo ${upper('a', 'b')}"                            | INVALID_EXPRESSION commands[0].shell
            - shell: »"echo ${count(1, 2, 3)}"                             | INVALID_EXPRESSION commands[0].shell
            - {write_file: {path: a, content: »"n=${count(1,2,3)}"}}       | INVALID_EXPRESSION commands[0].write_file.content
            - {write_file: {path: a, content: »"${ITERATION:-${count(1,2,3)}}"}} | INVALID_EXPRESSION commands[0].write_file.content
            - {write_file: {path: a, content: »"${ITERATION + upper('a', 'b')}"}} | INVALID_EXPRESSION commands[0].write_file.content
            - {write_file: {path: a, content: »"${ITERATION matches '('}"}} | INVALID_PATTERN commands[0].write_file.content
            - {shell: x, when: »"'${uper(ITERATION)}' == 'a'"}             | INVALID_EXPRESSION commands[0].when -> upper
            # near misses
            env: {COUNT: 1}⏎commands: »echo ${CUONT}                       | UNSET_VARIABLE commands -> COUNT
            env: {COUNT: 1}⏎commands: {shell: x, when: »"count > 1"}       | UNSET_VARIABLE commands.when -> COUNT
            env: {COUNT: 1}⏎commands: {shell: x, on_failure: {shell: y, capture: CUONT, strategy: cleanup}, validate: »"test ${CUONT}"} | UNSET_VARIABLE commands.validate -> COUNT
            - {shell: x, capture: made}⏎- »echo ${made} ${maed}            | UNSET_VARIABLE commands[1] -> made
            - {shell: x, id: build}⏎- »echo ${biuld.output}                | UNSET_VARIABLE commands[1] -> build
            - {shell: x, id: build}⏎- »echo ${build.outptu}                | UNSET_VARIABLE commands[1] -> build.output
            - »echo ${step.files_chnged}                                   | UNSET_VARIABLE commands[0] -> step.files_changed
            MAP x⏎reduce: »echo ${map.sucessful}                           | UNSET_VARIABLE reduce -> map.successful
            - {shell: x, id: build}⏎- »echo ${last.outptu}                 | UNSET_VARIABLE commands[1] -> last.output
            env: {DEPLOY: x}⏎commands: »echo ${env.DEPLOI}                 | UNSET_VARIABLE commands -> env.DEPLOY
            - {shell: »"echo ${env.DEPLOI}", env: {DEPLOY: x}}             | UNSET_VARIABLE commands[0].shell -> env.DEPLOY
            - {shell: x, capture: cap}⏎- {write_file: {path: a, content: »"${cap.exitcode}"}} | UNSET_VARIABLE commands[1].write_file.content -> cap.exit_code
            - {shell: x, on_failure: »"echo ${error.mesage}"}              | UNSET_VARIABLE commands[0].on_failure -> error.message
            - {shell: x, on_exit_code: {3: y}}⏎- »echo ${error.exitcode}   | UNSET_VARIABLE commands[1] -> error.exit_code
            - {shell: x, on_failure: »"echo ${test.stdout}"}               | UNSET_VARIABLE commands[0].on_failure
            - {shell: x, on_success: y}⏎- »echo ${handler.outptu}          | UNSET_VARIABLE commands[1] -> handler.output
            env: {M: »"${error.mesage}"}⏎commands: {shell: x, on_failure: y} | UNSET_VARIABLE env.M -> error.message
            # functions that are none, and calls that nobody makes
            env: {A: x}⏎commands: »echo ${lenght(A)}                       | UNSET_VARIABLE commands -> length
            env: {A: x}⏎commands: »echo "$(echo ${ uper(A)})"              | UNSET_VARIABLE commands -> upper
            env: {A: x}⏎commands: »echo ${length(A) + 1}                   | UNSET_VARIABLE commands
            - {shell: x, id: a}⏎- {write_file: {path: a, content: »"a ${lenght(a.output)}"}} | INVALID_EXPRESSION commands[1].write_file.content -> length
            - {shell: x, id: a}⏎- {shell: y, env: {N: »"${a.exit_code + uper(a.output)}"}}   | INVALID_EXPRESSION commands[1].env.N -> upper
            - {shell: x, id: a}⏎- {write_file: {path: a, content: »"${lenght(a.output, list)}"}} | UNSET_VARIABLE commands[1].write_file.content -> length
            commands: {shell: ls, capture: lst}⏎outputs: {n: »"n=${cuont(lst)}"} | INVALID_EXPRESSION outputs.n -> count
            - »echo ${lenght('a')}                                         | UNSET_VARIABLE commands[0] -> length
            # shell texts
            MAP »eval "ls ${item.name}"                                    | SHELL_SPLICE map.agent_template
            - {shell: x, capture: c}⏎- »bash -c 'ls ${c}'                  | SHELL_SPLICE commands[1]
            - {shell: ls, capture: c, capture_format: lines}⏎- »for x in ${c}; do echo $x; done | LIST_AS_WORD commands[1]
            env: {COUNT: 1}⏎commands: »COUNT=2; echo ${COUNT}              | SHADOWED_NAME commands
            commands: »'curl -H "X: ${API}" host'⏎secrets: {API: "${env:API}"} | SECRET_IN_COMMAND commands
            commands: »deploy ${secrets.API}⏎secrets: {API: "${env:API}"}  | SECRET_IN_COMMAND commands
            commands: »deploy ${T}⏎secrets: {API: "${env:API}"}⏎env: {T: "${U}", U: "${API}"} | SECRET_IN_COMMAND commands
            - »cd .. && make                                               | ESCAPES_WORKTREE commands[0]
            - »echo x > /etc/motd                                          | ESCAPES_WORKTREE commands[0]
            - »cp a /usr/local/bin                                         | ESCAPES_WORKTREE commands[0]
            - {shell: x, working_dir: »/srv}                               | ESCAPES_WORKTREE commands[0].working_dir
            - {write_file: {path: »/etc/a, content: b}}                    | ESCAPES_WORKTREE commands[0].write_file.path
            - {shell: x, output_file: »/var/log/x}                         | ESCAPES_WORKTREE commands[0].output_file
            - {shell: x, working_dir: »..}                                 | ESCAPES_WORKTREE commands[0].working_dir
            - {shell: x, cwd: »a/../../b}                                  | ESCAPES_WORKTREE commands[0].cwd
            - {shell: x, working_dir: »~/a}                                | ESCAPES_WORKTREE commands[0].working_dir
            - {write_file: {path: »~/a, content: b}}                       | ESCAPES_WORKTREE commands[0].write_file.path
            - {shell: x, output_file: »~/a}                                | ESCAPES_WORKTREE commands[0].output_file
            - {foreach: [1], working_dir: a, do: {shell: x, working_dir: »../..}} | ESCAPES_WORKTREE commands[0].do.working_dir
            - {foreach: [1], working_dir: ».., do: {shell: x, working_dir: ../a}} | ESCAPES_WORKTREE commands[0].working_dir
            - {foreach: [1], working_dir: »/srv, do: {shell: x, working_dir: a, on_failure: [y]}} | ESCAPES_WORKTREE commands[0].working_dir
            MAP {shell: x, working_dir: a, on_failure: {shell: y, cwd: »../..}} | ESCAPES_WORKTREE map.agent_template.on_failure.cwd
            # names
            - {shell: x, capture: »made}                                   | UNUSED_CAPTURE commands[0].capture
            - {shell: x, output: »made}⏎- echo maed                        | UNUSED_CAPTURE commands[0].output
            MAP {shell: x, capture: »made}⏎reduce: echo ${map.results[0].output} ${map.total} | UNUSED_CAPTURE map.agent_template.capture
            setup: {shell: x, capture: »made}⏎MAP x⏎reduce: echo ${map.results} | UNUSED_CAPTURE setup.capture
            commands: x⏎parameters: [who]⏎env: {»who: me}                  | HIDDEN_PARAMETER env.who
            commands: x⏎parameters: [who]⏎profiles: {p: {»who: me}}        | HIDDEN_PARAMETER profiles.p.who
            commands: x⏎env: {T: {value: »hunter22, secret: true}}         | SECRET_IN_FILE env.T.value
            commands: x⏎env: {API_TOKEN: »q8Zr!kk29dsla}                   | SECRET_IN_FILE env.API_TOKEN
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
            # words
            ITEM agent_template: x, on_conflict: »retyr                    | INVALID_VALUE map.on_conflict -> retry
            ITEM agent_template: x, on_conflict: »Fail                     | INVALID_VALUE map.on_conflict -> fail
            # files
            commands: x⏎env_files: [{path: »no.env, required: true}]       | FILE_NOT_FOUND env_files[0].path
            # without effect
            name: »x ${A}⏎env: {A: 1}⏎commands: x                        | NO_EFFECT name
            - {shell: x, »capture_format: json}                            | NO_EFFECT commands[0].capture_format
            - {shell: x, »commit_config: {author: "A <a@b>"}}              | NO_EFFECT commands[0].commit_config
            - {shell: x, on_failure: {shell: y, »handler_failure_fatal: true}} | NO_EFFECT commands[0].on_failure.handler_failure_fatal
            commands: x⏎isolation: none⏎»merge: git push                   | NO_EFFECT merge
            commands: x⏎isolation: none⏎»worktree: {base: main}            | NO_EFFECT worktree
            ITEM input: [1], agent_template: x, timeout_config: {agent_timeout_secs: 9, timeout_policy: per_agent, »command_timeouts: {shell: 5}} | NO_EFFECT map.timeout_config.command_timeouts
            ITEM input: [1], agent_template: x, timeout_config: {command_timeouts: {shell: 5, »claude: 5}} | NO_EFFECT map.timeout_config.command_timeouts.claude
            ITEM input: [1], agent_template: x, timeout_config: {timeout_policy: hybrid, command_timeouts: {shell: 5, »bash: 5}} | NO_EFFECT map.timeout_config.command_timeouts.bash
            ITEM input: [1], agent_template: x, timeout_config: {timeout_policy: per_command, command_timeouts: {shell_0: 5, »shell_1: 5}} | NO_EFFECT map.timeout_config.command_timeouts.shell_1
            commands: {a1: p, »model: m, commit_required: true}⏎agents: {a1: {command: [a1, "{prompt}"]}} | NO_EFFECT commands.model
            """)
    void theDoubtfulIsFoundInItsPlace(String yaml, String expected) {
        var marked = text(yaml);
        int mark = marked.indexOf(MARK);
        var before = marked.substring(0, mark);
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        int column = mark - before.lastIndexOf('\n');
        var at = expected.replaceFirst(" ", " " + line + ":" + column + " ");
        assertThat(Workflows.problems(marked.replace(MARK, "")))
                .as(yaml)
                .extracting(LintTest::shown)
                .containsExactly(at);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // directories inside of the tree, and those that only the run knows
                "- {foreach: [1], working_dir: a/b, do: {shell: x, working_dir: ../c}}",
                "- {shell: x, working_dir: a, on_failure: {shell: y, cwd: ..}}",
                "- {shell: x, working_dir: a/../b}",
                "- {shell: x, working_dir: ..a}",
                "- {shell: x, working_dir: /tmp/a}",
                "- {shell: x, working_dir: \"../$HOME\"}",
                "- {foreach: [a/b], working_dir: \"${item}\", do: {shell: x, working_dir: ..}}",
                "isolation: none\ncommands: {shell: x, working_dir: ..}",
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
                // namespaces in their places
                "MAP echo ${item.x} ${item} ${item[0]} ${item_id} ${items} ${agent_id}",
                "ITEM batch_size: 2, agent_template: 'echo ${batch.size}'",
                "ITEM agent_template: x, on_conflict: ['echo ${conflict.files}']",
                "ITEM agent_template: x, on_conflict: resolve",
                "ITEM agent_template: x, on_conflict: {shell: retyr}",
                "MAP x⏎reduce: echo ${map.total} ${map.results[0].output}⏎merge: echo ${merge.target} ${map.failed}",
                "MAP x⏎reduce: echo ${map.error_types} ${map.failure_patterns} ${map.failure_rate} ${map.success_rate}",
                "- {shell: x, on_success: y}\n- echo ${handler.output}",
                "- {shell: x, on_exit_code: {0: y}}\n- echo ${handler.output}",
                "- {shell: x, on_exit_code: {7: y}}\n- echo ${handler.output} ${error.code}",
                "- {shell: x, validate: {shell: y, on_incomplete: z}}\n- echo ${handler.output}",
                "name: x $5 ${unknown}\ncommands: x",
                "- {shell: x, on_failure: {shell: 'echo ${error.code} ${handler.output} ${test.output}'}}⏎- echo ${error.code}",
                "- {shell: x, on_exit_code: {3: 'echo ${error.exit_code}'}}",
                "- {shell: x, retry: {on_failure: {fallback: 'echo ${error.code}'}}, validate: 'test ${error.code}'}",
                "- {shell: x, validate: {shell: y, on_incomplete: 'fix ${validation.missing}'}}⏎- echo ${validation.completion}",
                "- {foreach: [1], do: ['echo ${foreach.index} ${item} ${item.x} ${index} ${total}']}",
                "- {foreach: [1], do: x, on_success: 'echo ${foreach.output}'}\n- echo ${foreach.output} ${foreach.results} ${foreach.total}",
                "- {foreach: [1], do: [{foreach: [2], do: y}, 'echo ${foreach.index} ${foreach.item}']}",
                "- {foreach: [1], as: file, do: 'echo ${file} ${file.name}'}",
                "- {shell: x, id: b, outputs: {o: '${b.output}'}}⏎- echo ${b.output} ${b.status} ${b.o} ${b.skipped} ${shell.output} ${last.output}",
                "- {shell: x, id: b, on_failure: 'echo ${b.exit_code}'}",
                "commands: {shell: x, id: b}⏎outputs: {a: '${b.output}'}",
                "setup: {commands: [{shell: x, capture: made}]}⏎MAP echo ${made}⏎reduce: echo ${made}",
                "setup: {commands: [x], capture_outputs: {v: 0}}⏎ITEM input: 'ls ${v}', agent_template: 'echo ${v}'",
                "env: {A: '${item.x} ${made}'}⏎commands: [{shell: x, capture: made}, 'echo ${made}']",
                "MAP x⏎error_policy: {handlers: {h: ['echo ${item.x} ${error.code}']}, on_item_failure: h}",
                "workflows: {first: w.yml}⏎commands: echo ${step.name} ${workflow.id} ${run.id}",
                // a validation behind a handler
                "env: {COUNT: 1}⏎commands: {shell: x, on_failure: {shell: y, capture: CUONT}, validate: 'test ${CUONT}'}",
                "env: {COUNT: 1}⏎commands: {shell: x, on_exit_code: {3: {shell: y, capture: CUONT}}, validate: 'test ${CUONT}'}",
                "env: {COUNT: 1}⏎commands: {shell: x, validate: {shell: 'test ${CUONT}', on_incomplete: {shell: y, capture: CUONT}}}",
                "- {shell: x, on_failure: {shell: y, id: b}, validate: 'test ${b.output:-} ${handler.output:-}'}",
                // what is none of ours
                "- echo ${project.version} ${item} ${map[0]} ${HOME} $item",
                "- echo $${item.x} \\${item.y} # see ${item.z}",
                "- echo ${item%.*} ${item:0:3} ${#item}",
                "- echo '${b.output}'",
                "- echo ${shell.output:-none}",
                "- {shell: x, capture: a}⏎- echo ${a.errors} ${a.exit_code} ${a.stderr}",
                "- {shell: x, capture: a, capture_format: json}⏎- echo ${a.exitcode}",
                "- {foreach: [1], do: x}⏎- {shell: y, when: 'false'}⏎- echo ${last.results} ${last.output}",
                "- {validate: x}⏎- echo ${last.outptu}",
                "env: {DEPLOY: x}⏎commands: [{shell: x, capture: DEPLOI}, 'echo ${env.DEPLOI} ${env.HOME}']",
                "env: {DEPLOY: x}⏎env_files: [w.env]⏎commands: echo ${env.DEPLOI}",
                // calls of others
                "- {shell: x, id: a}⏎- {write_file: {path: a, content: '${lenght(list)} ${render(a.output)} $${lenght(a.output)}'}}",
                "- {shell: x, capture: a}⏎- {write_file: {path: a, content: \"${a + } ${a ? 'x' : 'y'} ${render('a')} ${count(b, 1)}\"}}",
                "commands: {shell: x, when: \"exists(secrets.K) && '${upper(secrets.K)}' != '${render(ITERATION)}'\"}⏎secrets: {K: '${env:K}'}",
                "ITEM filter: \"name == '${map.total}' && ${item.x} && secrets.x\", agent_template: x",
                "env: {A: x}⏎commands: echo ${length(A)} ${lower(A)|trim} ${lenght(list)} $${lenght(A)} \\${lenght(A)} # ${lenght(A)}",
                // near misses of nothing
                "- {shell: x, on_failure: 'echo ${error.command} ${error.cause.code} ${error.json} ${error.step} ${error.exists}'}",
                "env: {COUNT: 1}⏎commands: CUONT=2; echo ${CUONT}",
                "env: {COUNT: 1}⏎commands: echo $CUONT ${OTHER} ${C}",
                "env: {HOMER: 1}⏎commands: echo ${HOME}",
                // shell texts
                "MAP ls ${item.name}; bash -c \"ls ${item.name:q}\"; awk -v n=${item.name} -f x.awk f",
                "env: {DIR: a}⏎commands: eval ls ${DIR}",
                "- {shell: ls, capture: c}⏎- for x in ${c:words}; do echo $x; done",
                "env: {COUNT: 1}⏎commands: COUNT=2; echo $COUNT",
                "commands: curl -K - <<< \"X ${API}\"; echo ${API} | login; export X=${API}⏎secrets: {API: '${env:API}'}",
                "commands: {shell: deploy, env: {T: '${secrets.API}'}}⏎secrets: {API: '${env:API}'}",
                "- cd src && make > /dev/null && cp /etc/hosts . && ls /usr > /tmp/x",
                "isolation: none⏎commands: cd .. && touch /srv/x",
                "ITEM isolation: none, agent_template: 'cd ..'",
                "- {write_file: {path: /tmp/a, content: b}, working_dir: src}",
                // names
                "- {shell: x, capture: a}⏎- {shell: x, capture: b}⏎- {shell: x, capture: c}⏎- {shell: 'echo $a', when: \"b == 1\"}⏎- {claude: 'see ${c.exit_code}', commit_required: true}",
                "MAP {shell: x, capture: words}⏎reduce: echo ${sum(map.results, 'captures.words')}",
                "MAP {shell: x, capture: made}⏎reduce: {write_file: {path: a, content: '${map.results|json}'}}",
                "MAP [{shell: x, on_failure: {shell: y, capture: made}}]⏎reduce: echo '${map.results[*].captures}'",
                "MAP {shell: x, capture: made}⏎reduce: echo ${map.results[-1]}",
                "MAP {shell: x, capture: made}⏎reduce: {shell: y, when: 'length(map.results) > 1'}",
                "MAP {shell: x, capture: made}⏎reduce: cat ${map.results_file}",
                "commands: {shell: x, capture: a}⏎outputs: {a: '${a}'}",
                "commands: x⏎parameters: [who]⏎env: {who: '${who}', other: x}",
                "commands: x⏎env: {T: {value: '${TOKEN}', secret: true}}",
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
                // with effect
                "- {shell: x, capture: a, capture_format: json}⏎- echo ${a}",
                "- {shell: x, auto_commit: true, commit_config: {author: 'A <a@b>'}}",
                "- {shell: x, commit_config: {message_pattern: '^fix'}}",
                "- {shell: x, on_failure: {shell: y, handler_failure_fatal: true, fail_workflow: false}}",
                "isolation: worktree⏎ITEM isolation: none, agent_template: x⏎merge: git push",
                "- {claude: p, model: m, commit_required: true}",
            })
    void theOrdinaryIsLeftAlone(String yaml) {
        var files = Map.of(Workflows.FILE, text(yaml), "w.yml", "commands: x", "w.env", "A=1");
        assertThat(Workflows.load(files).problems()).as(yaml).isEmpty();
    }

    @Test
    void mistakesOfAllKindsInOneTextAreTold() {
        assertThat(Workflows.problems("""
                commands:
                  - {shell: ls, capture: files}
                  - write_file:
                      path: a
                      content: |
                        ${cuont(files)} ${count(1, 2)} ${step.indx}
                        ${step.index:-${count(files, 1)} ${uper('a')}}
                  - shell: |
                      echo ${cuont(files)}
                      echo ${count(1, 2)}
                """))
                .extracting(LintTest::shown)
                .containsExactly(
                        "INVALID_EXPRESSION 6:9 commands[1].write_file.content -> count",
                        "INVALID_EXPRESSION 6:25 commands[1].write_file.content",
                        "UNSET_VARIABLE 6:40 commands[1].write_file.content -> step.index",
                        "INVALID_EXPRESSION 7:23 commands[1].write_file.content",
                        "INVALID_EXPRESSION 7:42 commands[1].write_file.content -> upper",
                        "UNSET_VARIABLE 9:12 commands[2].shell -> count",
                        "INVALID_EXPRESSION 10:12 commands[2].shell");
    }

    @Test
    void aSecretThatCannotBeReadIsNotMissedToo() {
        assertThat(
                        Workflows.problems(
                                "commands: [{shell: x, when: secrets.V}, 'echo ${secrets.V}']\nsecrets: {V: {provider: vault, key: k}}"))
                .extracting(LintTest::shown)
                .containsExactly("INVALID_VALUE 2:25 secrets.V.provider");
    }

    @Test
    void whatIsWrongInAnEnvironmentFileIsToldBesideOneThatIsMissing() {
        var problems = Workflows.load(Map.of(
                        Workflows.FILE,
                        "commands: x\nenv_files: [bad.env, {path: no.env, required: true}]",
                        "bad.env",
                        "A=1\nB\nexport D=1\nE = 1\nexport F =1\nC='x"))
                .problems();
        assertThat(problems)
                .extracting(problem -> problem.code() + " " + problem.span())
                .containsExactlyInAnyOrder(
                        "FILE_NOT_FOUND f.yml:2:29",
                        "INVALID_VALUE bad.env:2:1",
                        "INVALID_VALUE bad.env:4:1",
                        "INVALID_VALUE bad.env:5:1",
                        "INVALID_VALUE bad.env:6:1");
    }

    @Test
    void aLimitOfTheStepIsToldInASentence() {
        assertThat(Workflows.problems("- {shell: x, timeout: 50, total_timeout: 20s}"))
                .extracting(Problem::message)
                .containsExactly("this limit of 50s is never reached: the step with all its executions ends after 20s");
    }

    @Test
    void placesInsideOfLongTextsAreExact() {
        assertThat(Workflows.problems("""
                commands:
                  - shell: |
                      echo one

                      eval ls ${shell2:-}
                      cd ..
                  - claude: >-
                      Read the file
                      and then ${item.x} it.
                    commit_required: true
                """))
                .extracting(LintTest::shown)
                .containsExactly(
                        "ESCAPES_WORKTREE 6:10 commands[0].shell", "UNDEFINED_REFERENCE 9:16 commands[1].claude");
    }

    @Test
    void aCommentInTheScriptSilencesItsLine() {
        assertThat(Workflows.problems("""
                commands:
                  - shell: |
                      cd ..   # prodigy: ignore ESCAPES_WORKTREE
                      # prodigy: ignore ESCAPES_WORKTREE
                      cd ../..
                """)).isEmpty();
    }

    @Test
    void theCapturesOfACalledWorkflowAreItsOutputs() {
        var files = Map.of(
                Workflows.FILE, "- {workflow: w.yml, id: w}\n- echo ${w.made}", "w.yml", "- {shell: x, capture: made}");
        assertThat(Workflows.load(files).problems()).isEmpty();
    }

    private static String shown(Problem problem) {
        return problem.code() + " " + problem.span().line() + ":"
                + problem.span().column() + " " + problem.path()
                + (problem.suggestion() == null ? "" : " -> " + problem.suggestion());
    }

    private static String text(String row) {
        return row.replace("⏎", "\n")
                .replaceAll("(?m)^ITEM input: (.*)$", "map: {input: $1}")
                .replaceAll("(?m)^(»?)ITEM (.*)$", "$1map: {input: [], $2}")
                .replaceAll("(?m)^MAP \\{(.*)\\}$", "map: {input: [], agent_template: {$1}}")
                .replaceAll("(?m)^MAP (»?)(.*)$", "map: {input: [], agent_template: $1'$2'}");
    }
}
