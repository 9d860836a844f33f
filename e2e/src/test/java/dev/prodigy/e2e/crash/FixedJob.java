package dev.prodigy.e2e.crash;

import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// The jobs of the crash ring: small, but with everything that a crash can get into the way of. Whatever
/// happens to them, they come to the same results.
///
/// Every execution begins with the program `trace`, which writes a line to `$TRACE`: run, item (or `-`), item
/// attempt, step, execution.
final class FixedJob {
    private static final String TRACE = """
            #!/bin/sh
            echo "$PRODIGY_RUN_ID ${PRODIGY_ITEM_ID:--} ${PRODIGY_ITEM_ATTEMPT:--} $PRODIGY_STEP $PRODIGY_ATTEMPT" >>"$TRACE"
            """;

    /// The item that fails in all its attempts until `$TRACE.mended` exists.
    static final String BROKEN = "item-004";
    /// The items whose commits are merged.
    static final List<String> COMMITTING =
            List.of("item-001", "item-002", "item-003", "item-005", "item-006", "item-007", "item-008");

    /// Item 3 fails once, item 4 always; the two in a row open the breaker. Items 6 and 7 write one file at
    /// the same time, so that one of them meets a conflict and begins again. Item 8 needs a retry of its
    /// step.
    private static final String ITEMS = """
            name: items
            mode: mapreduce
            error_policy:
              retry_config: {attempts: 2, backoff: fixed, initial_delay: 20ms, jitter: false}
              circuit_breaker: {failure_threshold: 2, success_threshold: 1, timeout: 100ms}
            setup:
              - shell: |
                  trace
                  echo setup >setup.txt; git add . && { git diff --cached --quiet || git commit -qm setup; }
                  echo 42
                capture: answer
            map:
              input: [{n: 1}, {n: 2}, {n: 3}, {n: 4}, {n: 5}, {n: 6}, {n: 7}, {n: 8}]
              item_key: item.n
              max_parallel: 2
              on_conflict: retry
              agent_template:
                - shell: |
                    trace
                    wait_for() { i=0; until eval "$1" || [ $i -gt 100 ]; do sleep 0.01; i=$((i+1)); done; }
                    case ${item.n} in
                      3) echo late >>"$TRACE.late"; [ $(wc -l <"$TRACE.late") -ge 2 ] || exit 3 ;;
                      4) [ -e "$TRACE.mended" ] || exit 4 ;;
                      6 | 7)
                        touch "$TRACE.began-${item.n}"
                        wait_for '[ -e "$TRACE.began-6" ] && [ -e "$TRACE.began-7" ]'
                        { cat shared.txt 2>/dev/null; echo "${item.n} ${answer}"; } | sort -u >new; mv new shared.txt
                        git add . && git commit -qm "shared ${item.n}" ;;
                      8) echo "${answer}" >left-behind.txt ;;
                    esac
                - shell: |
                    trace
                    [ ${item.n} != 8 ] || [ $PRODIGY_ATTEMPT -ge 2 ] || exit 8
                    echo ${item.n} >"item-${item.n}.txt"; git add item-${item.n}.txt; git commit -qm "item ${item.n}"
                  retry: {attempts: 2, backoff: fixed, initial_delay: 20ms, jitter: false}
                  commit_required: true
            reduce:
              - shell: |
                  trace
                  grep -o '"status":"[a-z]*"' "${map.results_file}" >results.txt
                  git add . && { git diff --cached --quiet || git commit -qm results; }
              - shell: trace
            outputs: {answer: "${answer}"}
            """;

    private static final String STEPS = """
            name: steps
            isolation: none
            commands:
              - {shell: 'trace; echo one', capture: one}
              - shell: 'trace; [ $PRODIGY_ATTEMPT -ge 2 ]'
                retry: {attempts: 3, backoff: fixed, initial_delay: 20ms, jitter: false}
              - foreach: [a, b, c]
                do:
                  - shell: trace
                  - {shell: 'trace; echo "${item}"', capture: letter}
              - shell: trace; exit 3
                on_failure: {commands: [{shell: trace}], strategy: fallback}
              - workflow: child.yml
                id: child
                with: {who: "${one}"}
              - shell: trace; echo "${child.got}" >"$TRACE.end"
            outputs: {one: "${one}", got: "${child.got}"}
            """;

    private static final String CHILD = """
            parameters: [who]
            commands:
              - {shell: 'trace; echo "got ${who}"', capture: got}
              - shell: trace
            """;

    private FixedJob() {}

    /// Merges into the user's checkout take a while: the program can die in the midst of them.
    private static final String SLOW_HOOK = """
            #!/bin/sh
            sleep 0.1
            """;

    /// Writes the job with items.
    ///
    /// @return the workflow file
    static String items(Sandbox sandbox) throws IOException {
        writeTrace(sandbox);
        var hooks = Files.createDirectories(sandbox.repository().directory().resolve(".git/hooks"));
        writeProgram(hooks.resolve("pre-merge-commit"), SLOW_HOOK);
        return sandbox.workflow("items.yml", ITEMS);
    }

    /// Writes the job with steps and a sub-workflow.
    ///
    /// @return the workflow file
    static String steps(Sandbox sandbox) throws IOException {
        writeTrace(sandbox);
        sandbox.workflow("child.yml", CHILD);
        return sandbox.workflow("steps.yml", STEPS);
    }

    private static void writeTrace(Sandbox sandbox) throws IOException {
        writeProgram(sandbox.folder().resolve("bin/trace"), TRACE);
    }

    private static void writeProgram(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
