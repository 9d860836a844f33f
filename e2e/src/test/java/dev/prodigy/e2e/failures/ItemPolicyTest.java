package dev.prodigy.e2e.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a policy does about failed items (spec 02 §5, §6, §10, acceptance; 03 acceptance rows 16, 17 and 36).
class ItemPolicyTest {
    @NewSandbox
    private Sandbox sandbox;

    /// A map over so many numbers from 1, one at a time; the step says which fail.
    private String workflow(int items, String policy, String step) throws IOException {
        return sandbox.workflow("""
                mode: mapreduce
                isolation: none
                %s
                map:
                  input: {command: seq %d}
                  max_parallel: 1
                  agent_template:
                    - shell: |
                        echo ${item} >>"$TRACE"
                        %s
                reduce:
                  - shell: echo reduce >>"$TRACE"
                """.formatted(policy, items, step));
    }

    private Ended run(String workflow) {
        return sandbox.prodigy().run("run", workflow, "-o", "json");
    }

    @Test
    void maxFailuresStopsAtThatNumberAndAResumeCountsAnew() throws IOException {
        var ended = run(workflow(8, "max_failures: 3", "exit 1"));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(4);
        assertThat(ended.json().text("status")).isEqualTo("stopped");
        assertThat(ended.json().text("error.code")).isEqualTo("MAX_FAILURES_REACHED");
        assertThat(ended.json().text("error.category")).isEqualTo("policy");
        assertThat(ended.json().text("error.cause.code")).isEqualTo("EXIT_1");
        assertThat(ended.json().text("error.message")).contains("3 of 3");
        assertThat(ended.json().number("items.failed")).isEqualTo(3);
        assertThat(ended.json().number("items.pending")).isEqualTo(5);
        assertThat(sandbox.journal().count("dlq_item_added")).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("1", "2", "3");
        var stop = sandbox.journal().events("policy_stopped").getFirst();
        assertThat(stop.text("reason")).isEqualTo("max_failures_reached");
        assertThat(stop.number("failures")).isEqualTo(3);
        assertThat(stop.number("processed")).isEqualTo(3);

        var again = sandbox.prodigy().run("resume", ended.json().text("run_id"), "-o", "json");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(4);
        assertThat(again.json().number("items.failed")).isEqualTo(6);
        assertThat(sandbox.trace()).containsExactly("1", "2", "3", "4", "5", "6");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            failure_threshold: 0.3                                             | 1 2 3 11       | 20 | 4 | 11
            error_policy: {failure_threshold: 0.2, confidence: 0.95}           | 1 2 3 4 5      | 10 | 4 | 10
            error_policy: {failure_threshold: 0.2, confidence: 0.95}           | 1 2 3 4        | 10 | 3 | 10
            error_policy: {failure_threshold: "20%", min_samples: 1}           | 2              | 9  | 4 | 2
            continue_on_failure: false                                         | 2              | 5  | 4 | 2
            on_item_failure: stop                                              | 3              | 5  | 4 | 3
            """)
    void limitsStopARunWithoutReduce(String policy, String failing, int items, int exit, int executed)
            throws IOException {
        var ended = run(workflow(items, policy, "case ' " + failing + " ' in *\" ${item} \"*) exit 1;; esac"));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exit);
        assertThat(sandbox.trace().stream().filter(line -> !line.equals("reduce")))
                .hasSize(executed);
        assertThat(sandbox.trace().contains("reduce")).isEqualTo(exit == 3);
    }

    @Test
    void skippedItemsAreNotDeadLettered() throws IOException {
        var ended = run(workflow(3, "on_item_failure: skip", "[ ${item} != 2 ]"));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.json().number("items.skipped")).isEqualTo(1);
        assertThat(ended.json().number("items.failed")).isZero();
        assertThat(sandbox.journal().count("dlq_item_added")).isZero();
        assertThat(sandbox.journal().events("item_skipped").getFirst().text("reason"))
                .isEqualTo("policy");
        assertThat(sandbox.journal().events("agent_failed").getFirst().text("error.code"))
                .isEqualTo("EXIT_1");
    }

    @Test
    void anItemThatSucceedsAfterRetriesLeavesNoTrace() throws IOException {
        var ended = run(workflow(
                2,
                "error_policy: {on_item_failure: dlq, retry_config: {attempts: 3, backoff: none}}",
                "[ ${item} != 1 ] || [ ${item_attempt} = 3 ]"));

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().text("status")).isEqualTo("completed");
        assertThat(sandbox.journal().count("dlq_item_added")).isZero();
        assertThat(sandbox.journal().count("error_report")).isZero();
        assertThat(sandbox.trace()).containsExactly("1", "1", "1", "2", "reduce");
    }

    @Test
    void aRetryThatCannotBeginInTimeIsNotWaitedFor() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                error_policy: {retry_config: {attempts: 5, backoff: [10ms, 1h]}}
                map:
                  input: [1]
                  agent_timeout_secs: 600
                  agent_template: [{shell: exit 1}]
                """);

        var ended = run(workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.journal().count("agent_started")).isEqualTo(2);
        var last = sandbox.journal().events("agent_failed").getLast();
        assertThat(last.text("error.retry_aborted")).isEqualTo("deadline");
        assertThat(last.text("error.code")).isEqualTo("EXIT_1");
    }

    /// Nothing happens between the item's start and kill -9 that the journal could tell.
    @Test
    void theTimeThatAnItemUsedSurvivesKill9() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: [1]
                  timeout_config: {agent_timeout_secs: 14, enable_monitoring: false}
                  agent_template: [{shell: 'while sleep 1; do echo x >>"$TRACE"; done'}]
                """);
        var running = sandbox.prodigy().start("run", workflow);
        running.until(
                "the item has worked for eight seconds", () -> sandbox.trace().size() >= 8);
        running.kill();

        var ended = sandbox.prodigy().run("resume", sandbox.journal().runId(), "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var last = sandbox.journal().events("agent_failed").getLast();
        assertThat(last.text("error.timeout_scope")).isEqualTo("agent");
        assertThat(last.number("duration_ms")).isLessThan(12_000);
        assertThat(sandbox.homeFiles()).noneMatch(name -> name.endsWith("run.clock"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            skip               | 3 | 0 | 1
            fail               | 4 | 1 | 0
            dlq                | 3 | 1 | 0
            graceful_terminate | 3 | 1 | 0
            """)
    void anItemThatRanOutOfTimeEndsWithAllItStarted(String action, int exit, int failed, int skipped)
            throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                on_item_failure: retry
                map:
                  input: [1]
                  timeout_config: {agent_timeout_secs: 1, timeout_action: %s, cleanup_grace_period_secs: 1}
                  agent_template:
                    - shell: setsid bash -c 'trap "" TERM; while true; do sleep 1; done' & sleep 600
                """.formatted(action));

        var ended = run(workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exit);
        assertThat(ended.json().number("items.failed")).isEqualTo(failed);
        assertThat(ended.json().number("items.skipped")).isEqualTo(skipped);
        var error = sandbox.journal().events("agent_failed").getFirst();
        assertThat(error.text("error.code")).isEqualTo("TIMEOUT");
        assertThat(error.text("error.timeout_scope")).isEqualTo("agent");
        assertThat(sandbox.journal().events("warning_raised"))
                .extracting(warning -> warning.text("code"))
                .contains("ITEM_NEAR_TIMEOUT");
        if (action.equals("skip")) {
            assertThat(sandbox.journal().events("item_skipped").getFirst().text("reason"))
                    .isEqualTo("timeout");
        }
        sandbox.assertNothingLeftRunning();
    }

    /// Spec 02 §6.1: whatever becomes of it, an item that ran out of time has failed.
    @Test
    void anItemThatRanOutOfTimeAndIsSkippedCountsForTheLimits() throws IOException {
        var ended = run(sandbox.workflow("""
                mode: mapreduce
                isolation: none
                error_policy: {max_failures: 2}
                map:
                  input: [1, 2, 3]
                  max_parallel: 1
                  timeout_config: {agent_timeout_secs: 300ms, timeout_action: skip}
                  agent_template: sleep 600
                """));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(4);
        assertThat(ended.json().text("error.code")).isEqualTo("MAX_FAILURES_REACHED");
        assertThat(ended.json().number("items.skipped")).isEqualTo(2);
        assertThat(ended.json().number("items.pending")).isEqualTo(1);
    }

    @Test
    void neverMoreThanAskedForRunAtOnce() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                env: {P: "4"}
                map:
                  input: {command: seq 30}
                  max_parallel: $P
                  agent_template:
                    - shell: |
                        mkdir "$TRACE.${item}"; ls -d "$TRACE".* | wc -l >>"$TRACE"
                        ls -d "$PRODIGY_HOME"/worktrees/*/slot-* | wc -l >>"$TRACE"
                        sleep 0.05; rmdir "$TRACE.${item}"
                """);

        var ended = run(workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).hasSize(60).allMatch(line -> Integer.parseInt(line.strip()) <= 4);
    }

    @Test
    void aRedriveOfItemsThatStillFailGivesUpAfterFiveInARow() throws IOException {
        var run = run(workflow(12, "", "exit 1")).json().text("run_id");
        for (int tried = 5; tried <= 10; tried += 5) {
            var ended = sandbox.prodigy().run("dlq", "retry", run, "-o", "json");

            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(4);
            assertThat(sandbox.journal().count("agent_started")).isEqualTo(12 + tried);
        }
        var again =
                sandbox.trace().stream().filter(line -> !line.equals("reduce")).toList();
        assertThat(again.subList(12, 22)).doesNotHaveDuplicates();
        var letters = sandbox.prodigy().run("dlq", "list", run, "-o", "json");
        assertThat(letters.out()).contains("item-012");
    }

    @Test
    void aKilledRunKeepsItsCounts() throws IOException {
        var workflow = workflow(
                9,
                "max_failures: 3",
                "[ ${item} != 3 ] || [ -e \"$TRACE.go\" ] || { touch \"$TRACE.on\"; sleep 60; }; exit 1");
        var running = sandbox.prodigy().start("run", workflow, "-o", "json");
        running.until("the third item runs", () -> Files.exists(Path.of(sandbox.folder() + "/trace.on")));
        running.kill();
        Files.createFile(Path.of(sandbox.folder() + "/trace.go"));

        var ended = sandbox.prodigy().run("resume", sandbox.journal().runId(), "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(4);
        assertThat(ended.json().number("items.failed")).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("1", "2", "3", "3");
    }
}
