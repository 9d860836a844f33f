package dev.prodigy.lang.load;

import java.util.List;
import java.util.stream.Stream;

/// Workflows that are valid, large and small.
final class Examples {
    static final String RESILIENT = """
            name: resilient
            mode: mapreduce
            retry_defaults: { attempts: 2, backoff: fixed, initial_delay: 500ms }
            error_policy:
              on_item_failure: custom:triage
              max_failures: 20
              failure_threshold: 0.25
              error_collection: batched:5
              retry_config: { max_attempts: 3, backoff: { fibonacci: { initial: 2s } }, jitter: full, max_delay: 1m, no_retry_on: [validation, auth] }
              circuit_breaker: { failure_threshold: 4, success_threshold: 2, timeout: 45s, half_open_requests: 1 }
              run_retry_budget: 0.2
              quota: { on_limit: wait, max_wait: 8h }
              handlers: { triage: { steps: [ { shell: "./label.sh '${item.id}' '${error.category}'" } ], then: dlq } }
            map:
              input: items.json
              json_path: "$.items[*]"
              agent_timeout_secs: 900
              agent_template:
                - shell: "fetch ${item.url}"
                  timeout: 30
                  retry_config: { attempts: 4, retry_on: [network, timeout, "503", {exit_code: 75}], retry_budget: 2m, on_failure: { fallback: { command: "fetch --mirror ${item.url}" } } }
                  circuit_breaker: { key: fetch-api, failure_threshold: 5, timeout: 20s, on_open: wait }
                - { claude: "/process '${item}'", idle_timeout: 5m }
            """;

    static final String EVERYTHING = """
            name: everything
            version: 2
            description: every key that a standard workflow can have
            interpreter: bash -euo pipefail
            timeout: "${LIMIT}"
            inherit: false
            env:
              LIMIT: 1h
              V: 1.10
              GONE: null
              TOKEN: {value: x, secret: true}
              NOW: {command: date, cache: false}
              KIND: {condition: "V == '1.10'", when_true: a, when_false: b}
            env_files: [.env, {path: prod.env, required: false}]
            profiles: {prod: {description: d, URL: https://x}, dev: {env: {URL: http://localhost}}}
            active_profile: dev
            secrets: {KEY: "${env:KEY}", FILE: {provider: file, key: ~/k, required: false}}
            parameters: {required: [who], optional: [{name: count, type: integer, default: 3, validation: "value > 0"}]}
            defaults: {list: [1, two, {three: 3}]}
            agents: {codex: {command: [codex, [--model, "{model}"], "{prompt}"], output: jsonl, result_when: type == 'done', args: [-q], env: {A: b}}}
            workflows:
              first: {source: w.yml, with: {a: "${who}"}, outputs: [o], parallel: true, timeout: 5m}
              second: v.yml
            retry_defaults: {attempts: 2, backoff: !exponential {base: 3}, jitter: true}
            error_policy: {quota: {on_limit: stop}, run_retry_budget: {ratio: 0.1}}
            isolation: worktree
            worktree: {base: main, include: [.env], setup: make deps, reuse: keep_ignored, max_disk: 2GiB}
            merge: {commands: [git push], finish: keep, when: complete, timeout: 60, on_conflict: {commands: [/resolve], max_rounds: 3}}
            outputs: {result: "${last.output}"}
            commands:
              - make
              - /review the code
              - id: build
                name: Build ${who}
                description: compiles
                when: count > 0
                shell: make -j
                timeout: 10m
                idle_timeout: 2m
                total_timeout_ms: 3600000
                working_dir: src
                env: {M: 0644, X: {value: y}}
                clear_env: true
                interpreter: sh
                capture: built
                capture_format: json
                capture_streams: {stderr: true, duration: false}
                output_file: out/build.log
                outputs: {first: {file_pattern: "*.o"}, note: "${built.x}"}
                retry: {attempts: 4, backoff: [1s, 2s], max_delay: 1m, jitter: {kind: full}, retry_on: [5xx, {signal: 9}, !pattern "(?i)gone"], no_retry_on: auth, retry_budget: 5m, respect_retry_after: false, max_retry_after: 1m}
                circuit_breaker: {failure_threshold: 2, timeout_ms: 500, trips_on: network, key: k}
                commit_required: true
                auto_commit: true
                commit_config: {message_template: "m", message_pattern: "^m", squash: true}
                validate: {shell: check, result_file: r.json, threshold: 0.9, expected_schema: {type: object}, timeout: 60, on_incomplete: {claude: /go on, max_attempts: 3, fail_workflow: false}}
                on_success: [echo done, {shell: notify}]
                on_failure: {claude: /fix, shell: clean, strategy: recovery, max_attempts: 3, timeout: 5m, handler_failure_fatal: true, capture: {out: stdout}}
                on_exit_code: {0: echo ok, 7: {shell: seven, fail_workflow: true}, 8: true, 9: stop}
                continue_on_error: true
              - {codex: {prompt: p, model: m}, timeout: 5}
              - {agent: codex, prompt: p}
              - {foreach: [1, "${who}"], do: [{shell: a}, {foreach: "ls", do: b, as: file, continue_on_error: true}], parallel: true, max_items: 5}
              - {foreach: {items: "${list}", do: c, parallel: 3, continue_on_error: true}}
              - {write_file: {path: a/b.json, content: {k: ["${who}", 1.5]}, format: json, mode: 0600, create_dirs: true}}
              - {validate: [check one, check two]}
              - {workflow: second, with: {x: {y: 1}}, outputs: [z]}
              - {shell: x, on_failure: {fallback: {command: /help, timeout: 5}}}
              - {shell: x, retry: false, on_failure: true}
              - {test: {command: make test, on_failure: {claude: /fix}}}
            """;

    static final String MAPREDUCE = """
            mode: mapreduce
            setup:
              commands: [{shell: list, id: list}]
              timeout: 60
              capture_outputs: {n: 0, v: {index: list, source: both, max_size: 1KB, pattern: "v(.)", format: number, default: 1}}
            map:
              input: {command: ls, format: lines, timeout: 30}
              json_path: $.a[*]
              filter: "score >= 5"
              sort_by: [score DESC NULLS FIRST, name]
              distinct: category
              offset: 1
              max_items: "${N}"
              item_key: item.id
              batch_size: 2
              canary: {items: 3, gate: approve}
              max_parallel: 4
              agent_template: {commands: [{claude: "/do ${item}", commit_required: true}, {shell: test}]}
              agent_timeout_secs: 600
              timeout_config: {timeout_policy: Hybrid, command_timeouts: {shell: 30, claude_0: 10m}, timeout_action: skip, retry_config: 4}
              commit_required: true
              on_conflict: retry
              isolation: worktree
              error_policy: {max_failures: 3, handlers: {look: [/look]}}
              on_item_failure: look
              halt: now
            reduce: {commands: [{shell: "sum ${map.results_file}"}], when: always, timeout: 5m}
            merge: [git log]
            failure_threshold: "20%"
            error_policy: {confidence: 0.9, min_samples: 5, circuit_breaker: {on_open: stop}}
            """;

    private Examples() {}

    static Stream<String> valid() {
        var small = List.of(
                "commands: x",
                "- x",
                "- {shell: x, on_failure: continue}",
                "- {shell: x, capture: false, capture_streams: both}",
                "- {shell: x, retry: none}",
                "- {shell: x, circuit_breaker: false}",
                "- {analyze: {}}",
                "{\"commands\": [{\"shell\": \"x\", \"timeout\": 5}]}",
                "map: {input: [1, {a: null}], agent_template: x}",
                "map: {input: [], agent_template: x, on_conflict: dlq, canary: 3}\nreduce: x",
                "map: {input: a.csv, agent_template: x}\nerror_collection: {batched: }\non_item_failure: retry",
                "commands: x\nmerge: {finish: keep}");
        return Stream.concat(Stream.of(RESILIENT, EVERYTHING, MAPREDUCE), small.stream());
    }
}
