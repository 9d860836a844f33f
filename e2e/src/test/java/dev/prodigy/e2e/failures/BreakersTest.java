package dev.prodigy.e2e.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.journal.Journal;
import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The acceptance rows of circuit breakers (spec 02 §7, §12).
class BreakersTest {
    @NewSandbox
    private Sandbox sandbox;

    private Ended run(String yaml) throws IOException {
        return sandbox.prodigy().run("run", sandbox.workflow(yaml), "-o", "json");
    }

    private static Instant at(Journal journal, String type, int index) throws IOException {
        return Instant.parse(journal.events(type).get(index).text("timestamp"));
    }

    @Test
    void itemsWaitUntilSingleProbesHaveClosedTheBreaker() throws IOException {
        var ended = run("""
                mode: mapreduce
                isolation: none
                error_policy:
                  circuit_breaker: {failure_threshold: 2, success_threshold: 2, timeout: 2s, half_open_requests: 1}
                map:
                  input: [1, 2, 3, 4, 5]
                  max_parallel: 1
                  agent_template: [ 'echo ${item} >>"$TRACE"; test ${item} -gt 2' ]
                """);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.json().number("items.failed")).isEqualTo(2);
        assertThat(ended.json().number("items.successful")).isEqualTo(3);
        var journal = sandbox.journal();
        assertThat(journal.count("circuit_opened")).isEqualTo(1);
        assertThat(journal.events("item_waiting").getFirst().text("reason")).isEqualTo("circuit_open");
        assertThat(Duration.between(at(journal, "circuit_opened", 0), at(journal, "agent_started", 2)))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(journal.events("circuit_closed").getFirst().number("successes"))
                .isEqualTo(2);
        assertThat(at(journal, "circuit_closed", 0)).isAfterOrEqualTo(at(journal, "agent_started", 3));
    }

    @Test
    void aFailedProbeOpensItAgainAtOnceWithTheFullTimeout() throws IOException {
        run("""
                mode: mapreduce
                isolation: none
                error_policy:
                  circuit_breaker: {failure_threshold: 1, success_threshold: 1, timeout: 1s, half_open_requests: 1}
                map:
                  input: [1, 2, 3]
                  max_parallel: 1
                  agent_template: [ 'test ${item} -gt 2' ]
                """);

        var journal = sandbox.journal();
        assertThat(journal.count("circuit_opened")).isEqualTo(2);
        assertThat(Duration.between(at(journal, "circuit_opened", 1), at(journal, "agent_started", 2)))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @CsvSource({"reject, 2, CIRCUIT_OPEN, 1", "wait, 8, EXIT_7, 1", "stop, 2, CIRCUIT_OPEN, 4"})
    void aStepMeetsAnOpenBreakerAsItsAuthorWants(String onOpen, int executions, String code, int exitCode)
            throws IOException {
        var ended = run("""
                isolation: none
                commands:
                  - shell: echo run >>"$TRACE"; exit 7
                    retry: {attempts: 8, backoff: none}
                    circuit_breaker: {failure_threshold: 2, timeout: 300ms, on_open: WHAT}
                """.replace("WHAT", onOpen));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        assertThat(sandbox.trace()).hasSize(executions);
        assertThat(ended.json().text("error.code")).isEqualTo(code);
        if (code.equals("CIRCUIT_OPEN")) {
            assertThat(ended.json().text("error.cause.code")).isEqualTo("EXIT_7");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            commands: [STEP]
            commands: [{shell: exit 1, on_failure: {steps: [STEP]}}]
            commands: [{foreach: [1, 2, 3], continue_on_error: true, do: [STEP]}]
            commands: ['echo a >new; git add new; git commit -qm new']⏎merge: [STEP]⏎isolation: worktree
            setup: [STEP]⏎mode: mapreduce⏎map: {input: [1], agent_template: ['true']}
            mode: mapreduce⏎map: {input: [1, 2, 3], max_parallel: 1, agent_template: [STEP]}
            mode: mapreduce⏎map: {input: [1], agent_template: ['true']}⏎reduce: [STEP]
            """)
    void aBreakerGuardsItsStepWhereverThatStands(String yaml) throws IOException {
        var step = "{shell: 'echo run >>\"$TRACE\"; exit 7', retry: {attempts: 3, backoff: none},"
                + " circuit_breaker: {failure_threshold: 1, timeout: 1h}}";
        var text = yaml.replace("⏎", "\n").replace("STEP", step);
        var workflow = sandbox.workflow(text.contains("isolation") ? text : "isolation: none\n" + text);

        sandbox.prodigy().run("run", workflow, "-y");

        assertThat(sandbox.trace()).containsExactly("run");
        assertThat(sandbox.journal().events("circuit_opened").getFirst().text("error.code"))
                .isEqualTo("EXIT_7");
    }

    @Test
    void afterKill9AnOpenBreakerStaysOpenForTheRestOfItsTime() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                error_policy:
                  circuit_breaker: {failure_threshold: 2, success_threshold: 1, timeout: 6s}
                map:
                  input: [1, 2, 3, 4]
                  max_parallel: 1
                  agent_template: [ 'echo ${item} >>"$TRACE"; test ${item} -gt 2' ]
                """);
        var running = sandbox.prodigy().start("run", workflow);
        running.until("the breaker is open", () -> sandbox.count("item_waiting") == 1);
        running.kill();

        var ended = sandbox.prodigy().run("resume", sandbox.journal().runId(), "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("1", "2", "3", "4");
        var journal = sandbox.journal();
        var until = Instant.parse(journal.events("circuit_opened").getFirst().text("until"));
        assertThat(at(journal, "agent_started", 2)).isAfterOrEqualTo(until);
        assertThat(at(journal, "agent_started", 2))
                .isBefore(at(journal, "workflow_resumed", 0).plusSeconds(6));
    }
}
