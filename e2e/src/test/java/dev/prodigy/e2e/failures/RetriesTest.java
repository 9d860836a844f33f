package dev.prodigy.e2e.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.Document;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The acceptance rows of retries, fallbacks and tolerance (spec 02 §3, §6.3, §10, §12).
class RetriesTest {
    @NewSandbox
    private Sandbox sandbox;

    private Ended run(String yaml) throws IOException {
        return sandbox.prodigy().run("run", sandbox.workflow(yaml), "-o", "json");
    }

    /// Runs a command that leaves a line in the trace each time.
    private Ended retried(String command, String retry) throws IOException {
        return run("""
                isolation: none
                commands:
                  - shell: |
                      echo run >>"$TRACE"
                      COMMAND
                    retry: RETRY
                """.replace("COMMAND", command).replace("RETRY", retry));
    }

    @Test
    void theWaitsAreThoseOfThePolicy() throws IOException {
        var ended = retried("exit 1", "{attempts: 4, backoff: {linear: {increment: 300ms}}, initial_delay: 200ms}");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(sandbox.trace()).hasSize(4);
        assertThat(sandbox.journal().events("retry_scheduled"))
                .extracting(each -> each.number("delay_ms"))
                .containsExactly(200L, 500L, 800L);
        assertThat(ended.elapsed()).isGreaterThan(Duration.ofMillis(1500));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            echo "processed 500 files"; exit 1             | {attempts: 3, backoff: none, retry_on: server_error} | 1 | not_retryable
            echo "curl: (22) error: 503" >&2; exit 22      | {attempts: 3, backoff: none, retry_on: server_error} | 3 |
            test $PRODIGY_ATTEMPT = 1 && exit 9; exit 8    | {attempts: 5, backoff: none, retry_on: [{exit_code: 9}]} | 2 | not_retryable
            exit 1                                         | {attempts: 10, backoff: [10ms, 10ms, 1h], retry_budget: 10m, max_delay: 2h} | 3 | budget
            echo "HTTP 429"; echo "Retry-After: 2"; exit 1 | {attempts: 3, max_delay: 200ms, max_retry_after: 1s} | 1 | retry_after
            exit 1                                         | false                                            | 1 |
            """)
    void whoIsTriedAgainAndWhoIsNot(String command, String retry, int executions, String aborted) throws IOException {
        var ended = retried(command, retry);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(sandbox.trace()).hasSize(executions);
        var error = sandbox.journal().events("step_failed").getFirst().at("error");
        assertThat(error.at("retry_aborted").toString()).isEqualTo(aborted == null ? "null" : "\"" + aborted + "\"");
        assertThat(error.at("retries_exhausted").toString()).isEqualTo(String.valueOf(aborted == null));
    }

    @Test
    void aRequestedWaitIsKeptWhateverTheLongestDelay() throws IOException {
        var ended = retried(
                "echo \"HTTP 429\"; echo \"Retry-After: 2\"; exit 1",
                "{attempts: 2, initial_delay: 100ms, max_delay: 200ms}");

        assertThat(sandbox.trace()).as("%s", ended).hasSize(2);
        var retry = sandbox.journal().events("retry_scheduled").getFirst();
        assertThat(retry.number("delay_ms")).isEqualTo(2000);
        assertThat(retry.text("delay_source")).isEqualTo("retry_after");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            continue                                  | 3 | run,next
            {fallback: {command: 'echo other >>"$TRACE"'}} | 0 | run,other,next
            {fallback: exit 9}                        | 1 | run
            stop                                      | 1 | run
            """)
    void whatFollowsTheLastAttempt(String onFailure, int exitCode, String trace) throws IOException {
        var ended = run("""
                isolation: none
                commands:
                  - shell: echo run >>"$TRACE"; exit 7
                    retry: {attempts: 1, on_failure: WHAT}
                  - shell: echo next >>"$TRACE"
                """.replace("WHAT", onFailure));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        assertThat(String.join(",", sandbox.trace())).isEqualTo(trace);
        if (onFailure.contains("exit 9")) {
            assertThat(ended.json().text("error.code")).isEqualTo("EXIT_9");
            assertThat(ended.json().text("error.cause.code")).isEqualTo("EXIT_7");
        }
    }

    @Test
    void defaultsHoldForEveryStepFieldByField() throws IOException {
        var ended = run("""
                isolation: none
                retry_defaults: {attempts: 3, backoff: none, on_failure: continue}
                commands:
                  - shell: echo inherited >>"$TRACE"; exit 1
                  - shell: echo two >>"$TRACE"; exit 1
                    retry: {attempts: 2}
                  - shell: echo once >>"$TRACE"; exit 1
                    retry: false
                    continue_on_error: true
                """);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("inherited", "inherited", "inherited", "two", "two", "once");
    }

    @Test
    void theRunWideBudgetBoundsTheRetriesOfSteps() throws IOException {
        var ended = run("""
                isolation: none
                error_policy: {run_retry_budget: {ratio: 0, min_retries: 2}}
                commands:
                  - foreach: [1, 2, 3, 4]
                    continue_on_error: true
                    do:
                      - shell: echo run >>"$TRACE"; exit 1
                        retry: {attempts: 3, backoff: none, on_failure: continue}
                """);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace()).hasSize(4 + 2);
        assertThat(sandbox.journal().events("step_failed").getLast().text("error.retry_aborted"))
                .isEqualTo("run_budget");
    }

    private static Instant at(Document event, String field) {
        return Instant.parse(event.text(field));
    }

    @Test
    void afterKill9OnlyTheRestOfAWaitIsWaitedAndNoAttemptIsRepeated() throws IOException {
        var workflow = sandbox.workflow("""
                isolation: none
                commands:
                  - shell: echo "run $PRODIGY_ATTEMPT" >>"$TRACE"; test $PRODIGY_ATTEMPT = 2 && echo out
                    retry: {attempts: 2, backoff: {fixed: 6s}}
                """);
        var running = sandbox.prodigy().start("run", workflow);
        running.until("the step waits", () -> sandbox.count("retry_scheduled") == 1);
        running.kill();

        var ended = sandbox.prodigy().run("resume", sandbox.journal().runId(), "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("run 1", "run 2");
        var journal = sandbox.journal();
        var due = at(journal.events("retry_scheduled").getFirst(), "due_at");
        var resumed = at(journal.events("workflow_resumed").getFirst(), "timestamp");
        var second = at(journal.events("step_started").getLast(), "timestamp");
        // the first attempt printed nothing, and yet the log is that of the second
        assertThat(journal.events("step_started").getLast().text("log")).endsWith("/pass-1/00-shell.2");
        assertThat(sandbox.prodigy().run("logs", "last", "--attempt", "2").out())
                .contains("out");
        assertThat(sandbox.prodigy().run("logs", "last", "--attempt", "1").out())
                .doesNotContain("out");
        assertThat(second).isAfterOrEqualTo(due).isBefore(resumed.plusSeconds(6));
    }
}
