package dev.prodigy.lang.load;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// One mistake a line: the workflow, and the problem it gives. ⏎ is a line end, MAP a map phase.
final class Mistakes {
    private static final String MAP = "map: {input: [], agent_template: x}";
    private static final String TABLE = """
            x                                                    | WRONG_DOCUMENT 1:1 ERROR
            {}                                                   | MISSING_FIELD 1:1 ERROR
            []                                                   | MISSING_FIELD 1:1 ERROR commands
            commands: []                                         | MISSING_FIELD 1:11 ERROR commands
            mode: mapreduze⏎MAP                                  | WRONG_DOCUMENT 1:7 ERROR mode -> mapreduce
            mode: [standard]⏎commands: x                         | INVALID_VALUE 1:7 ERROR mode
            mode: graph⏎nodes: {}                                | WRONG_DOCUMENT 1:7 ERROR
            nodes: {}                                            | WRONG_DOCUMENT 1:1 ERROR
            MAP⏎nodes: {}                                        | CONFLICTING_KEYS 2:1 ERROR
            mode: standard⏎commands: x⏎MAP                       | WRONG_MODE_KEY 3:1 ERROR map
            commands: x⏎reduce: y                                | WRONG_MODE_KEY 2:1 ERROR reduce
            commands: x⏎max_failures: 3                          | WRONG_MODE_KEY 2:1 ERROR max_failures
            commands: x⏎error_policy: {max_failures: 3}          | WRONG_MODE_KEY 2:16 ERROR error_policy.max_failures
            commands: x⏎error_policy: {max_failuers: 3}          | UNKNOWN_KEY 2:16 ERROR error_policy.max_failuers
            MAP⏎commands: x                                      | WRONG_MODE_KEY 2:1 ERROR commands
            commands: x⏎transitions: []                          | WRONG_MODE_KEY 2:1 ERROR transitions
            commands: x⏎steps: y                                 | CONFLICTING_KEYS 2:1 ERROR steps
            commands: x⏎comands: y                               | UNKNOWN_KEY 2:1 WARNING comands -> commands
            commands: x⏎zzz: y                                   | UNKNOWN_KEY 2:1 WARNING zzz
            commands: [{shell: x, zzz: y}]                       | UNKNOWN_KEY 1:23 WARNING commands[0].zzz
            commands: [{shell: x, timeout-minutes: y}]           | UNKNOWN_KEY 1:23 WARNING commands[0].timeout-minutes -> timeout
            commands: [{shell: x, if: y}]                        | UNKNOWN_KEY 1:23 WARNING commands[0].if -> when
            commands: [{run: x}]                                 | MISSING_FIELD 1:13 ERROR commands[0].run -> shell
            commands: [{shel: x}]                                | MISSING_FIELD 1:13 ERROR commands[0].shel -> shell
            commands: [{id: x}]                                  | MISSING_FIELD 1:12 ERROR commands[0]
            commands: [{x: 1}]                                   | MISSING_FIELD 1:12 ERROR commands[0]
            commands: [{x: 1, zzz: 2, timeout: 5}]               | MISSING_FIELD 1:12 ERROR commands[0]
            commands: [{shell: x, on_failure: {zzz: 1}}]         | MISSING_FIELD 1:35 ERROR commands[0].on_failure
            commands: [{name: fix, id: y}]                       | REMOVED 1:12 ERROR commands[0]
            commands: [{goal_seek: x}]                           | REMOVED 1:13 ERROR commands[0].goal_seek
            commands: [{handler: x}]                             | REMOVED 1:13 ERROR commands[0].handler
            commands: [{step_validate: x}]                       | REMOVED 1:13 ERROR commands[0].step_validate
            commands: [{shell: x, step_validate: y}]             | REMOVED 1:23 ERROR commands[0].step_validate
            commands: [{shell: x, goal_seek: {goal: y}}]         | REMOVED 1:23 ERROR commands[0].goal_seek
            commands: [{handler: {name: y}, shell: x}]           | REMOVED 1:13 ERROR commands[0].handler
            commands: [{shell: x, on_failure: {commands: [y], handler: z}}] | REMOVED 1:51 ERROR commands[0].on_failure.handler
            commands: [{analyze: x}]                             | NO_EFFECT 1:13 WARNING commands[0].analyze
            commands: [{shell: x, analysis: {}}]                 | NO_EFFECT 1:23 WARNING commands[0].analysis
            commands: [{shell: x, model: m}]                     | NO_EFFECT 1:23 WARNING commands[0].model
            commands: [{test: x}]                                | LEGACY_FORM 1:13 WARNING commands[0].test
            commands: [{command: x, commit_required: true}]      | LEGACY_FORM 1:13 WARNING commands[0].command
            commands: [{shell: x, claude: y}]                    | CONFLICTING_KEYS 1:23 ERROR commands[0].claude
            commands: [{foreach: [1], do: [x], idle_timeout: 5s}] | CONFLICTING_KEYS 1:36 ERROR commands[0].idle_timeout
            commands: [{write_file: {path: a, content: b}, idle_timeout_ms: 5}] | CONFLICTING_KEYS 1:48 ERROR commands[0].idle_timeout_ms
            commands: [{shell: }]                                | INVALID_VALUE 1:19 ERROR commands[0].shell
            commands: [{shell: ""}]                              | NO_EFFECT 1:20 WARNING commands[0].shell
            commands: [{shell: x, on_failure: {shell: " "}}]     | NO_EFFECT 1:43 WARNING commands[0].on_failure.shell
            commands: [{claude: "", commit_required: true}]      | INVALID_VALUE 1:21 ERROR commands[0].claude
            commands: [{claude: {prompt: " "}, commit_required: true}] | INVALID_VALUE 1:30 ERROR commands[0].claude.prompt
            commands: [{agent: claude, prompt: "", commit_required: true}] | INVALID_VALUE 1:36 ERROR commands[0].prompt
            commands: [{shell: [x]}]                             | INVALID_VALUE 1:20 ERROR commands[0].shell
            commands: [[x]]                                      | INVALID_VALUE 1:12 ERROR commands[0]
            commands: [!none x]                                  | INVALID_VALUE 1:12 ERROR commands[0]
            commands: [{shell: x, timeout: 0}]                   | INVALID_DURATION 1:32 ERROR commands[0].timeout
            commands: [{shell: x, timeout: -5}]                  | INVALID_DURATION 1:32 ERROR commands[0].timeout
            commands: [{shell: x, timeout: 1 second}]            | INVALID_DURATION 1:32 ERROR commands[0].timeout
            commands: [{shell: x, timeout: [5]}]                 | INVALID_VALUE 1:32 ERROR commands[0].timeout
            commands: [{shell: x, idle_timeout: 5}]              | INVALID_DURATION 1:37 ERROR commands[0].idle_timeout
            commands: [{shell: x, timeout: 5, timeout_ms: 5}]    | DUPLICATE_DURATION 1:35 ERROR commands[0].timeout_ms
            commands: [{shell: x, timeout_ms: 1.5}]              | INVALID_DURATION 1:35 ERROR commands[0].timeout_ms
            commands: [{shell: x, validate: {shell: y, expected_schema: 5}}] | INVALID_VALUE 1:61 ERROR commands[0].validate.expected_schema
            commands: [{shell: x, validate: {shell: y, expected_schema: {type: objct}}}] | INVALID_VALUE 1:61 ERROR commands[0].validate.expected_schema
            commands: [{shell: x, validate: {shell: y, expected_schema: {$ref: "#"}}}] | INVALID_VALUE 1:61 ERROR commands[0].validate.expected_schema
            commands: [{shell: x, validate: {shell: y, expected_schema: {pattern: "^(ab"}}}] | INVALID_VALUE 1:61 ERROR commands[0].validate.expected_schema
            commands: [{shell: x, validate: {shell: y, expected_schema: {properties: {a: {not: {patternProperties: {"[": true}}}}}}}] | INVALID_VALUE 1:61 ERROR commands[0].validate.expected_schema
            commands: [{shell: x, validate: {shell: y, expected_schema: {$ref: "http://example.invalid/s.json"}}}] | INVALID_VALUE 1:61 ERROR commands[0].validate.expected_schema
            commands: [{shell: x, validate: {shell: y, expected_schema: {properties: {a: {$ref: "#/$defs/none"}}, $defs: {some: true}}}}] | INVALID_VALUE 1:61 ERROR commands[0].validate.expected_schema
            commands: [{shell: x, validate: {shell: y, expected_schema: {anyOf: [true, {$ref: "#none"}]}}}] | INVALID_VALUE 1:61 ERROR commands[0].validate.expected_schema
            commands: [{shell: x, capture: state}]               | RESERVED_NAME 1:32 ERROR commands[0].capture
            commands: x⏎parameters: {required: [a], foo: 1}      | UNKNOWN_KEY 2:29 WARNING parameters
            commands: [{shell: x, when: "a =="}]                 | INVALID_EXPRESSION 1:29 ERROR commands[0].when
            commands: [{shell: x, when: "lenght(a)"}]            | INVALID_EXPRESSION 1:29 ERROR commands[0].when -> length
            commands: ["x ${ARG:[ab}"]                           | INVALID_PATTERN 1:12 ERROR commands[0]
            commands: [{claude: "x ${ARG:*.rs,}", commit_required: true}] | INVALID_PATTERN 1:21 ERROR commands[0].claude
            commands: [{shell: x, when: "${ARG:[z-a]*} == ''"}]  | INVALID_PATTERN 1:29 ERROR commands[0].when
            commands: "echo ${p}"⏎parameters: {p: Integer}       | INVALID_VALUE 2:17 WARNING parameters.p
            commands: [{shell: x, when: "a matches '('"}]        | INVALID_PATTERN 1:29 ERROR commands[0].when
            commands: [{shell: x, continue_on_error: yes}]       | INVALID_VALUE 1:42 ERROR commands[0].continue_on_error -> true
            commands: [{shell: x, id: 9}]                        | INVALID_VALUE 1:27 ERROR commands[0].id
            commands: [{shell: x, id: item}]                     | RESERVED_NAME 1:27 ERROR commands[0].id
            commands: [{shell: x, on_failure: {shell: y, capture: {1a: all}}}] | INVALID_VALUE 1:56 ERROR commands[0].on_failure.capture.1a
            commands: [{shell: x, on_failure: {shell: y, capture: {a.b: all}}}] | INVALID_VALUE 1:56 ERROR commands[0].on_failure.capture["a.b"]
            commands: [{shell: x, on_failure: {shell: y, capture: {"": all}}}] | INVALID_VALUE 1:56 ERROR commands[0].on_failure.capture[""]
            commands: [{shell: x, on_failure: {shell: y, capture: {item: all}}}] | RESERVED_NAME 1:56 ERROR commands[0].on_failure.capture.item
            commands: [{shell: x, validate: {shell: y, on_incomplete: {shell: z, capture: {a b: all}}}}] | INVALID_VALUE 1:80 ERROR commands[0].validate.on_incomplete.capture["a b"]
            commands: [{shell: x, id: a}, {shell: x, id: a}]     | DUPLICATE_ID 1:46 ERROR commands[1].id
            commands: [{shell: x, capture: PATH}]                | RESERVED_NAME 1:32 ERROR commands[0].capture
            commands: [{shell: x, capture: PRODIGY_X}]           | RESERVED_NAME 1:32 ERROR commands[0].capture
            commands: [{shell: x, capture: a, output: b}]⏎outputs: {a: "${a}"} | CONFLICTING_KEYS 1:35 ERROR commands[0].output
            commands: [{shell: x, capture_format: jsn}]          | INVALID_VALUE 1:39 ERROR commands[0].capture_format -> json
            commands: [{shell: x, capture_streams: [out]}]       | INVALID_VALUE 1:41 ERROR commands[0].capture_streams[0]
            commands: [{shell: x, capture_streams: []}]          | INVALID_VALUE 1:40 ERROR commands[0].capture_streams
            commands: [{shell: x, output_file: ../x}]            | INVALID_VALUE 1:36 ERROR commands[0].output_file
            commands: [{shell: x, interpreter: python}]          | INVALID_VALUE 1:36 ERROR commands[0].interpreter
            commands: [{shell: x, env: [a]}]                     | INVALID_VALUE 1:28 ERROR commands[0].env
            commands: [{shell: x, env: {a: [b]}}]                | INVALID_VALUE 1:32 ERROR commands[0].env.a
            commands: [{shell: x, env: {a=b: c}}]                | INVALID_VALUE 1:29 ERROR commands[0].env["a=b"]
            commands: [{shell: x, env: {a: {value: b, command: c}}}] | CONFLICTING_KEYS 1:43 ERROR commands[0].env.a.command
            commands: [{shell: x, env: {"HOM E": c}}]            | INVALID_VALUE 1:29 WARNING commands[0].env["HOM E"]
            commands: [{shell: x, env: {1A: c, A-B: d, _A1: e}}] | INVALID_VALUE 1:29 WARNING commands[0].env.1A
            commands: x⏎env: {A.B: c}                            | INVALID_VALUE 2:7 WARNING env["A.B"]
            commands: x⏎env: {PRODIGY_RUN_ID: c, PRODIGY_LOG_LEVEL: d} | RESERVED_NAME 2:7 WARNING env.PRODIGY_RUN_ID
            commands: x⏎profiles: {p: {PRODIGY_STEP: c}}         | RESERVED_NAME 2:16 WARNING profiles.p.PRODIGY_STEP
            commands: [{write_file: {path: "", content: x}}]     | INVALID_VALUE 1:32 ERROR commands[0].write_file.path
            commands: [{shell: x, output_file: " "}]             | INVALID_VALUE 1:36 ERROR commands[0].output_file
            commands: [{shell: x, validate: {result_file: ""}}]  | INVALID_VALUE 1:47 ERROR commands[0].validate.result_file
            commands: [{shell: x, on_failure: {max_attempts: 2}}]    | MISSING_FIELD 1:35 ERROR commands[0].on_failure
            commands: [{shell: x, on_failure: {shell: y, max_attempts: 2, max_retries: 1}}] | CONFLICTING_KEYS 1:63 ERROR commands[0].on_failure.max_retries
            commands: [{shell: x, on_failure: {shell: y, strategy: fallback, retry_original: true}}] | CONFLICTING_KEYS 1:66 ERROR commands[0].on_failure.retry_original
            commands: [{shell: x, on_failure: {shell: y, claude: z, id: a}}] | CONFLICTING_KEYS 1:61 ERROR commands[0].on_failure.id
            commands: [{shell: x, on_failure: stop, retry: {on_failure: stop}}] | CONFLICTING_KEYS 1:23 ERROR commands[0].on_failure
            commands: [{shell: x, on_failure: {fallback: y, shell: z}}] | CONFLICTING_KEYS 1:36 ERROR commands[0].on_failure.fallback
            commands: [{shell: x, outputs: {f: {file_pattern: "["}}}] | INVALID_PATTERN 1:51 ERROR commands[0].outputs.f.file_pattern
            commands: [{shell: x, outputs: {f: {file_pattern: "a["}}}] | INVALID_PATTERN 1:51 ERROR commands[0].outputs.f.file_pattern
            commands: [{shell: x, auto_commit: true, commit_config: {include_files: ["**/[z-a]*"]}}] | INVALID_PATTERN 1:74 ERROR commands[0].commit_config.include_files[0]
            commands: [{shell: x, on_exit_code: {abc: y}}]       | INVALID_VALUE 1:38 ERROR commands[0].on_exit_code.abc
            commands: [{shell: x, on_exit_code: {256: y}}]       | INVALID_VALUE 1:38 ERROR commands[0].on_exit_code.256
            commands: [{shell: x, validate: {threshold: 90}}]    | MISSING_FIELD 1:33 ERROR commands[0].validate
            commands: [{shell: x, validate: {shell: y, threshold: 101}}] | INVALID_VALUE 1:55 ERROR commands[0].validate.threshold
            commands: [{shell: x, validate: {shell: y, threshold: 0}}]   | INVALID_VALUE 1:55 ERROR commands[0].validate.threshold
            commands: [{foreach: [1]}]                           | MISSING_FIELD 1:12 ERROR commands[0]
            commands: [{foreach: {do: x}}]                       | MISSING_FIELD 1:22 ERROR commands[0].foreach
            commands: [{foreach: {items: [1], do: x}, do: y}]    | CONFLICTING_KEYS 1:43 ERROR commands[0].do
            commands: [{foreach: [1], do: x, parallel: 0}]       | INVALID_VALUE 1:44 ERROR commands[0].parallel
            commands: [{foreach: [1], do: x, as: env}]           | RESERVED_NAME 1:38 ERROR commands[0].as
            commands: [{write_file: {path: a}}]                  | MISSING_FIELD 1:25 ERROR commands[0].write_file
            commands: [{write_file: {path: a, content: {b: c}}}] | INVALID_VALUE 1:44 ERROR commands[0].write_file.content
            commands: [{write_file: {path: a, content: b, mode: 888}}] | INVALID_VALUE 1:53 ERROR commands[0].write_file.mode
            commands: [{write_file: {path: a/../b, content: c}}] | INVALID_VALUE 1:32 ERROR commands[0].write_file.path
            commands: [{agent: codx, prompt: p}]                 | UNDEFINED_REFERENCE 1:20 ERROR commands[0].agent
            commands: [{agent: claude}]                          | MISSING_FIELD 1:12 ERROR commands[0]
            commands: [{claude: {prompt: p, model: m}, model: n, commit_required: true}] | CONFLICTING_KEYS 1:44 ERROR commands[0].model
            commands: [{shell: x, retry: 2, retry_config: 3}]    | CONFLICTING_KEYS 1:33 ERROR commands[0].retry_config
            commands: [{shell: x, retry: {attempts: 0}}]         | INVALID_VALUE 1:41 ERROR commands[0].retry.attempts
            commands: [{shell: x, retry: {attempts: 1001}}]      | INVALID_VALUE 1:41 ERROR commands[0].retry.attempts
            commands: [{shell: x, retry: 0}]                     | INVALID_VALUE 1:30 ERROR commands[0].retry
            commands: [{shell: x, retry: }]                      | INVALID_VALUE 1:29 ERROR commands[0].retry
            commands: [{shell: x, retry: {attemps: 2}}]          | UNKNOWN_KEY 1:31 ERROR commands[0].retry.attemps -> attempts
            commands: [{shell: x, retry: {initial_delay: 500}}]  | INVALID_DURATION 1:46 ERROR commands[0].retry.initial_delay
            commands: [{shell: x, retry: {initial_delay: 25h}}]  | INVALID_DURATION 1:46 ERROR commands[0].retry.initial_delay
            commands: [{shell: x, retry: {max_delay: 1s, max_delay_ms: 2}}] | DUPLICATE_DURATION 1:46 ERROR commands[0].retry.max_delay_ms
            commands: [{shell: x, retry: {backoff: quadratic}}]  | INVALID_VALUE 1:40 ERROR commands[0].retry.backoff
            commands: [{shell: x, retry: {backoff: exponentail}}] | INVALID_VALUE 1:40 ERROR commands[0].retry.backoff -> exponential
            commands: [{shell: x, retry: {backoff: {fixd: 5s}}}] | INVALID_VALUE 1:41 ERROR commands[0].retry.backoff.fixd -> fixed
            commands: [{shell: x, retry: {backoff: {exponential: {base: 0.5}}}}] | INVALID_VALUE 1:61 ERROR commands[0].retry.backoff.exponential.base
            commands: [{shell: x, retry: {backoff: {linear: {base: 2}}}}] | UNKNOWN_KEY 1:50 ERROR commands[0].retry.backoff.linear.base
            commands: [{shell: x, retry: {backoff: {linear: 2s}}}] | INVALID_VALUE 1:49 ERROR commands[0].retry.backoff.linear
            commands: [{shell: x, retry: {jitter: ful}}]         | INVALID_VALUE 1:39 ERROR commands[0].retry.jitter -> full
            commands: [{shell: x, retry: {jitter: true, jitter_factor: 2}}] | INVALID_VALUE 1:60 ERROR commands[0].retry.jitter_factor
            commands: [{shell: x, retry: -1}]                    | INVALID_VALUE 1:30 ERROR commands[0].retry
            MAP⏎retry_config: {attempts: 2}                      | UNKNOWN_KEY 2:1 WARNING retry_config -> error_policy.retry_config
            MAP⏎circuit_breaker: {timeout: 30s}                  | UNKNOWN_KEY 2:1 WARNING circuit_breaker -> error_policy.circuit_breaker
            MAP⏎min_samples: 3                                   | UNKNOWN_KEY 2:1 WARNING min_samples -> error_policy.min_samples
            map: {input: [], agent_template: x, retry: 2}        | UNKNOWN_KEY 1:37 WARNING map.retry -> error_policy.retry
            map: {input: [], agent_template: x, handlers: {}}    | UNKNOWN_KEY 1:37 WARNING map.handlers -> error_policy.handlers
            commands: x⏎retry_config: {attempts: 2}              | UNKNOWN_KEY 2:1 WARNING retry_config -> retry_defaults
            commands: x⏎quota: {on_limit: fail}                  | UNKNOWN_KEY 2:1 WARNING quota -> error_policy.quota
            MAP⏎error_policy: {retry_config: {on_failure: stop}} | UNKNOWN_KEY 2:31 ERROR error_policy.retry_config.on_failure
            commands: [{shell: x, retry: {jitter_factor: 0.5}}]  | NO_EFFECT 1:31 WARNING commands[0].retry.jitter_factor
            commands: [{shell: x, retry: {jitter: decorrelated, backoff: fixed}}] | INVALID_VALUE 1:39 ERROR commands[0].retry.jitter
            retry_defaults: {jitter: decorrelated}⏎commands: [{shell: x, retry: {backoff: fixed}}] | INVALID_VALUE 2:23 ERROR commands[0].retry
            retry_defaults: {backoff: [1s]}⏎commands: [{shell: x, retry: {jitter: decorrelated}}] | INVALID_VALUE 2:39 ERROR commands[0].retry.jitter
            commands: [{shell: x, retry: {on_failure: {fallbck: y}}}] | UNKNOWN_KEY 1:44 ERROR commands[0].retry.on_failure.fallbck -> fallback
            commands: [{shell: x, retry: {initial_delay: 5s, max_delay: 1s}}] | POLICY_CONFLICT 1:61 WARNING commands[0].retry.max_delay
            commands: [{shell: x, retry: {max_delay: 500ms}}]    | POLICY_CONFLICT 1:42 WARNING commands[0].retry.max_delay
            commands: [{shell: x, retry: {max_delay_ms: 0, backoff: fibonacci}}] | POLICY_CONFLICT 1:45 WARNING commands[0].retry.max_delay_ms
            retry_defaults: {max_delay: 2s}⏎commands: [{shell: x, retry: {backoff: {fixed: 3s}}}] | POLICY_CONFLICT 2:23 WARNING commands[0].retry
            MAP⏎error_policy: {retry_config: {max_delay: 1ms}}   | POLICY_CONFLICT 2:42 WARNING error_policy.retry_config.max_delay
            commands: [{shell: x, retry: {retry_on: [NETWORK_ERR]}}] | INVALID_VALUE 1:42 WARNING commands[0].retry.retry_on[0] -> NETWORK_ERROR
            commands: [{shell: x, retry: {no_retry_on: [TIMOUT]}}] | INVALID_VALUE 1:45 WARNING commands[0].retry.no_retry_on[0] -> TIMEOUT
            commands: [{shell: x, retry: {retry_on: netwrk}}]    | INVALID_VALUE 1:41 ERROR commands[0].retry.retry_on -> network
            commands: [{shell: x, retry: {retry_on: [MY_CODE]}}] | INVALID_VALUE 1:42 WARNING commands[0].retry.retry_on[0]
            commands: [{shell: x, retry: {retry_on: {pattern: "("}}}] | INVALID_PATTERN 1:51 ERROR commands[0].retry.retry_on.pattern
            commands: [{shell: x, retry: {backoff: !exponetial {base: 2}}}] | INVALID_VALUE 1:40 ERROR commands[0].retry.backoff -> !exponential
            commands: &a [{shell: x, env: *a}]                           | UNREADABLE 1:31 ERROR commands[0].env
            commands: [{shell: x, retry: {retry_on: [!patern foo]}}] | INVALID_VALUE 1:42 ERROR commands[0].retry.retry_on[0] -> !pattern
            commands: [{shell: x, retry: {retry_on: !patern "("}}] | INVALID_VALUE 1:41 ERROR commands[0].retry.retry_on -> !pattern
            commands: [{shell: x, on_failure: !falback {command: y}}] | INVALID_VALUE 1:35 ERROR commands[0].on_failure -> !fallback
            MAP⏎error_policy: {error_collection: !batchd {size: 5}} | INVALID_VALUE 2:34 ERROR error_policy.error_collection -> !batched
            MAP⏎error_policy: {on_item_failure: !costum triage} | INVALID_VALUE 2:33 ERROR error_policy.on_item_failure -> !custom
            commands: [{shell: x, retry: {retry_on: !pattern "("}}] | INVALID_PATTERN 1:41 ERROR commands[0].retry.retry_on
            commands: [{shell: x, retry: {retry_on: {exit_code: 300}}}] | INVALID_VALUE 1:53 ERROR commands[0].retry.retry_on.exit_code
            commands: [{shell: x, retry: {retry_on: {exit_code: 3, signal: 9}}}] | INVALID_VALUE 1:41 ERROR commands[0].retry.retry_on
            commands: [{shell: x, retry: {on_failure: halt}}]    | INVALID_VALUE 1:43 ERROR commands[0].retry.on_failure
            MAP⏎error_policy: {on_item_failure: custom:fix, handlers: {fix: [{shell: x, timeot: 2}]}} | UNKNOWN_KEY 2:73 ERROR error_policy.handlers.fix[0].timeot -> timeout
            MAP⏎error_policy: {on_item_failure: custom:fix, handlers: {fix: {steps: [{shell: x, on_failure: {shell: y, zzz: 2}}]}}} | UNKNOWN_KEY 2:104 ERROR error_policy.handlers.fix.steps[0].on_failure.zzz
            commands: [{shell: x, retry: {on_failure: {fallback: {shell: x, zzz: 1}}}}] | UNKNOWN_KEY 1:65 ERROR commands[0].retry.on_failure.fallback.zzz
            commands: [{shell: x, circuit_breaker: {failure_treshold: 2}}] | UNKNOWN_KEY 1:41 ERROR commands[0].circuit_breaker.failure_treshold -> failure_threshold
            commands: [{shell: x, circuit_breaker: {timeout: 30}}] | INVALID_DURATION 1:50 ERROR commands[0].circuit_breaker.timeout
            commands: [{shell: x, circuit_breaker: {}, retry: {circuit_breaker: {}}}] | CONFLICTING_KEYS 1:23 ERROR commands[0].circuit_breaker
            MAP⏎error_policy: {on_item_failure: custom:nobody}   | UNDEFINED_REFERENCE 2:33 ERROR error_policy.on_item_failure
            MAP⏎on_item_failure: skpi                            | UNDEFINED_REFERENCE 2:18 ERROR on_item_failure -> skip
            MAP⏎error_policy: {max_failures: 0}                  | INVALID_VALUE 2:30 ERROR error_policy.max_failures
            MAP⏎failure_threshold: 20                            | INVALID_VALUE 2:20 ERROR failure_threshold
            MAP⏎failure_threshold: "101%"                        | INVALID_VALUE 2:20 ERROR failure_threshold
            MAP⏎error_policy: {confidence: 0.5}                  | INVALID_VALUE 2:28 ERROR error_policy.confidence
            MAP⏎error_collection: batched:0                      | INVALID_VALUE 2:19 ERROR error_collection
            MAP⏎error_collection: batch                          | INVALID_VALUE 2:19 ERROR error_collection
            MAP⏎halt: now⏎error_policy: {stop_mode: drain}       | CONFLICTING_KEYS 2:1 ERROR halt
            halt: now⏎map: {input: [], agent_template: x, error_policy: {stop_mode: drain}} | CONFLICTING_KEYS 1:1 ERROR halt
            error_policy: {stop_mode: drain}⏎map: {input: [], agent_template: x, halt: now} | CONFLICTING_KEYS 2:37 ERROR map.halt
            MAP⏎error_policy: {on_item_failure: custom:dlq, handlers: {dlq: [x]}} | RESERVED_NAME 2:56 ERROR error_policy.handlers.dlq
            MAP⏎error_policy: {on_item_failure: custom:h, handlers: {h: {steps: [x], thn: dlq}}} | UNKNOWN_KEY 2:70 ERROR error_policy.handlers.h.thn -> then
            MAP⏎checkpoint: {interval: 5}                        | NO_EFFECT 2:1 WARNING checkpoint
            mode: mapreduce                                      | MISSING_FIELD 1:1 ERROR
            map: {input: []}                                     | MISSING_FIELD 1:6 ERROR map
            map: {agent_template: x}                             | MISSING_FIELD 1:6 ERROR map
            map: {input: [], agent_template: []}                 | MISSING_FIELD 1:34 ERROR map.agent_template
            map: {input: {}, agent_template: x}                  | MISSING_FIELD 1:14 ERROR map.input
            map: {input: "", agent_template: x}                  | INVALID_VALUE 1:14 ERROR map.input
            map: {input: {command: " "}, agent_template: x}      | INVALID_VALUE 1:24 ERROR map.input.command
            map: {input: {file: a, command: b}, agent_template: x} | CONFLICTING_KEYS 1:24 ERROR map.input.command
            map: {input: [], agent_template: x, json_path: "$.["} | INVALID_PATTERN 1:48 ERROR map.json_path
            map: {input: [], agent_template: x, filter: "a &&"}  | INVALID_EXPRESSION 1:45 ERROR map.filter
            map: {input: [], agent_template: x, sort_by: "a, b UP"} | INVALID_VALUE 1:46 ERROR map.sort_by
            map: {input: [], agent_template: x, max_parallel: 1001} | INVALID_VALUE 1:51 ERROR map.max_parallel
            map: {input: [], agent_template: x, max_paralel: 3}  | UNKNOWN_KEY 1:37 WARNING map.max_paralel -> max_parallel
            map: {input: [], agent_template: x, agent_timeout_secs: 5, timeout_config: {agent_timeout_secs: 6}} | CONFLICTING_KEYS 1:37 ERROR map.agent_timeout_secs
            map: {input: [], agent_template: x, timeout_config: {timeout_policy: per_item}} | INVALID_VALUE 1:70 ERROR map.timeout_config.timeout_policy
            map: {input: [], agent_template: x, timeout_config: {timeout_action: dlqq}} | INVALID_VALUE 1:70 ERROR map.timeout_config.timeout_action -> dlq
            map: {input: [], agent_template: x, isolation: none, commit_required: true} | CONFLICTING_KEYS 1:54 ERROR map.commit_required
            map: {input: [], agent_template: x, isolation: none, on_conflict: retry} | CONFLICTING_KEYS 1:54 ERROR map.on_conflict
            isolation: none⏎map: {input: [], agent_template: {shell: x, auto_commit: true}} | CONFLICTING_KEYS 2:34 ERROR map.agent_template[0]
            isolation: none⏎map: {input: [], agent_template: x, isolation: worktree} | CONFLICTING_KEYS 2:37 ERROR map.isolation
            setup: {timeout: 5}⏎MAP                              | MISSING_FIELD 1:8 ERROR setup
            setup: {commands: [a], capture_outputs: {1v: 0}}⏎MAP | INVALID_VALUE 1:42 ERROR setup.capture_outputs.1v
            setup: {commands: [a], capture_outputs: {v: 1}}⏎MAP  | UNDEFINED_REFERENCE 1:45 ERROR setup.capture_outputs.v
            setup: {commands: [{shell: a, id: build}], capture_outputs: {v: buidl}}⏎MAP | UNDEFINED_REFERENCE 1:65 ERROR setup.capture_outputs.v -> build
            commands: x⏎active_profile: prod                     | UNDEFINED_REFERENCE 2:17 ERROR active_profile
            commands: x⏎profiles: {prod: {}}⏎active_profile: prd | UNDEFINED_REFERENCE 3:17 ERROR active_profile -> prod
            commands: x⏎secrets: {K: "hunter2 is it"}            | SECRET_IN_FILE 2:14 WARNING secrets.K
            commands: x⏎secrets: {K: {provider: vault, key: a}}  | INVALID_VALUE 2:25 ERROR secrets.K.provider
            commands: x⏎secrets: {K: {provider: env}}            | MISSING_FIELD 2:14 ERROR secrets.K
            commands: x⏎parameters: [{name: a, type: text}]      | INVALID_VALUE 2:30 ERROR parameters[0].type
            commands: x⏎parameters: [{name: a, type: integer, default: x}] | INVALID_PARAMETER 2:48 ERROR parameters[0].default
            commands: x⏎parameters: [{name: a, enum: [x], default: y}] | INVALID_PARAMETER 2:44 ERROR parameters[0].default
            commands: x⏎parameters: [a, a]                       | DUPLICATE_KEY 2:17 ERROR parameters
            commands: x⏎parameters: [1, 1.0]                     | DUPLICATE_KEY 2:17 ERROR parameters
            commands: x⏎parameters: {required: [a], optional: [a], definitions: {a: {type: any}}} | DUPLICATE_KEY 2:40 ERROR parameters.optional[0]
            - {shell: x, retry: {attempts: 2, attempts: 3}}      | DUPLICATE_KEY 1:35 ERROR commands[0].retry.attempts
            - {shell: x, retry: !fibonaci {attempts: 2}}         | INVALID_VALUE 1:21 ERROR commands[0].retry -> !fibonacci
            commands: x⏎parameters: [PATH]                       | RESERVED_NAME 2:14 ERROR parameters[0]
            commands: x⏎parameters: {a: {validation: "value =="}} | INVALID_EXPRESSION 2:30 ERROR parameters.a.validation
            commands: x⏎agents: {codex: {output: json}}          | MISSING_FIELD 2:10 ERROR agents.codex
            commands: x⏎agents: {shell: {command: x}}            | RESERVED_NAME 2:10 ERROR agents.shell
            commands: x⏎agents: {a: {command: "x 'y"}}           | INVALID_VALUE 2:23 ERROR agents.a.command
            commands: x⏎agents: {a: {command: "x {promt}"}}      | INVALID_VALUE 2:23 WARNING agents.a.command -> {prompt}
            commands: x⏎agents: {a: {command: [x, "{json}", [-m, "{Model}"], "{prompt}"]}} | INVALID_VALUE 2:42 WARNING agents.a.command[2][1] -> {model}
            commands: x⏎profiles: {dev: {descripton: x, env: {A: b}}} | CONFLICTING_KEYS 2:18 ERROR profiles.dev.descripton -> description
            commands: x⏎timeout: 1 hour                          | INVALID_DURATION 2:10 ERROR timeout
            commands: x⏎worktree: {max_disk: much}               | INVALID_VALUE 2:22 ERROR worktree.max_disk
            commands: x⏎workflows: [{source: w}]                 | MISSING_FIELD 2:13 ERROR workflows[0]
            commands: x⏎workflows: {a: {}}                       | MISSING_FIELD 2:16 ERROR workflows.a
            workflows: [{source: w}]                             | MISSING_FIELD 1:13 ERROR workflows[0]
            workflows: {a: {with: {}}}                           | MISSING_FIELD 1:16 ERROR workflows.a
            workflows: {a: {source: nofile.yml}}                 | FILE_NOT_FOUND 1:25 ERROR workflows.a.source
            workflows: 5                                         | INVALID_VALUE 1:12 ERROR workflows
            workflows: {}                                        | MISSING_FIELD 1:1 ERROR
            commands: [&a {shell: x, <<: *a}]                    | UNREADABLE 1:30 ERROR commands[0]["<<"]
            commands: x⏎agents: {commands: {command: x}}         | RESERVED_NAME 2:10 ERROR agents.commands
            commands: x⏎agents: {with: {command: x}}             | RESERVED_NAME 2:10 ERROR agents.with
            commands: x⏎agents: {do: {command: x}}               | RESERVED_NAME 2:10 ERROR agents.do
            commands: x⏎agents: {prompt: {command: x}}           | RESERVED_NAME 2:10 ERROR agents.prompt
            commands: x⏎agents: {parallel: {command: x}}         | RESERVED_NAME 2:10 ERROR agents.parallel
            commands: x⏎agents: {max_items: {command: x}}        | RESERVED_NAME 2:10 ERROR agents.max_items
            commands: x⏎agents: {as: {command: x}}               | RESERVED_NAME 2:10 ERROR agents.as
            commands: x⏎agents: {http_request: {command: x}}     | RESERVED_NAME 2:10 ERROR agents.http_request
            commands: x⏎agents: {llm_call: {command: x}}         | RESERVED_NAME 2:10 ERROR agents.llm_call
            commands: x⏎agents: {items: {command: x}}            | RESERVED_NAME 2:10 ERROR agents.items
            commands: x⏎agents: {input: {command: x}}            | RESERVED_NAME 2:10 ERROR agents.input
            commands: x⏎agents: {fallback: {command: x}}         | RESERVED_NAME 2:10 ERROR agents.fallback
            commands: x⏎agents: {threshold: {command: x}}        | RESERVED_NAME 2:10 ERROR agents.threshold
            commands: x⏎agents: {result_file: {command: x}}      | RESERVED_NAME 2:10 ERROR agents.result_file
            commands: x⏎agents: {on_incomplete: {command: x}}    | RESERVED_NAME 2:10 ERROR agents.on_incomplete
            commands: x⏎agents: {capture_outputs: {command: x}}  | RESERVED_NAME 2:10 ERROR agents.capture_outputs
            commands: x⏎agents: {finish: {command: x}}           | RESERVED_NAME 2:10 ERROR agents.finish
            commands: x⏎agents: {on_conflict: {command: x}}      | RESERVED_NAME 2:10 ERROR agents.on_conflict
            commands: x⏎agents: {max_rounds: {command: x}}       | RESERVED_NAME 2:10 ERROR agents.max_rounds
            commands: x⏎agents: {then: {command: x}}             | RESERVED_NAME 2:10 ERROR agents.then
            commands: x⏎agents: {error: {command: x}}            | RESERVED_NAME 2:10 ERROR agents.error
            commands: x⏎agents: {last: {command: x}}             | RESERVED_NAME 2:10 ERROR agents.last
            commands: x⏎agents: {map: {command: x}}              | RESERVED_NAME 2:10 ERROR agents.map
            commands: x⏎outputs: [a]                             | INVALID_VALUE 2:10 ERROR outputs
            """;

    private Mistakes() {}

    static Stream<Arguments> rows() {
        return TABLE.lines().map(line -> {
            int bar = line.lastIndexOf(" | ");
            return Arguments.of(
                    text(line.substring(0, bar)), line.substring(bar + 3).strip());
        });
    }

    static Stream<String> texts() {
        return TABLE.lines().map(line -> text(line.substring(0, line.lastIndexOf(" | "))));
    }

    private static String text(String written) {
        return written.strip().replace("⏎", "\n").replace("MAP", MAP);
    }
}
