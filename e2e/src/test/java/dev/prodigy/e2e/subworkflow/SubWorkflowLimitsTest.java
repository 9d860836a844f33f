package dev.prodigy.e2e.subworkflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.journal.Journal;
import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.Document;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the limits of a caller mean to the workflows that it runs (spec 02 §10, 04 §5.8).
class SubWorkflowLimitsTest {
    @NewSandbox
    private Sandbox sandbox;

    @Test
    void aTimeoutEndsTheChildAndItsProcesses() throws IOException {
        sandbox.workflow("slow.yml", "commands: [{shell: 'sleep 600 & sleep 600'}]");

        var ended = run("""
                commands:
                  - {workflow: slow.yml, id: s, timeout: 3, continue_on_error: true}
                  - shell: echo "${s.exit_code} ${s.status}" >>"$TRACE"
                """);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("124 tolerated");
        assertThat(child().events().getLast().text("event_type")).isIn("workflow_timed_out", "checkpoint_saved");
        assertThat(child().count("workflow_timed_out")).isEqualTo(1);
        sandbox.assertNothingLeftRunning();
    }

    /// None of the waits begins: each would end behind the caller's limit.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            commands: [{workflow: patient.yml, timeout: 600}]
            commands: [{workflow: patient.yml, total_timeout: 600s}]
            commands: [{workflow: patient.yml}]⏎timeout: 600
            commands: [{workflow: between.yml, timeout: 600}]
            mode: mapreduce⏎map: {input: [1], agent_timeout_secs: 600, agent_template: [{workflow: patient.yml}]}
            mode: mapreduce⏎setup: {timeout: 600, commands: [{workflow: patient.yml}]}⏎map: {input: [1], agent_template: ['true']}
            commands: [{workflow: items.yml, timeout: 600}]
            """)
    void aChildDoesNotWaitBeyondItsCallersLimit(String caller) throws IOException {
        sandbox.workflow("patient.yml", "commands: [{shell: 'exit 7', retry: {attempts: 3, backoff: {fixed: 1h}}}]");
        sandbox.workflow("between.yml", "commands: [{workflow: patient.yml}]");
        sandbox.workflow("items.yml", """
                mode: mapreduce
                error_policy: {on_item_failure: stop, retry_config: {attempts: 3, backoff: {fixed: 1h}}}
                map: {input: [1], agent_template: [{shell: exit 7}]}
                """);

        run(caller.replace('⏎', '\n'));

        var failed = new ArrayList<Document>();
        for (var each : children()) {
            failed.addAll(each.events("step_failed"));
            failed.addAll(each.events("agent_failed"));
        }
        assertThat(failed).anySatisfy(event -> {
            assertThat(event.text("error.code")).isEqualTo("EXIT_7");
            assertThat(event.text("error.retry_aborted")).isEqualTo("deadline");
        });
    }

    /// What the child's breaker keeps it waiting for is not its caller's time; the retry behind it is in time.
    @Test
    void whatAChildWaitsBeforeTheEntranceIsNotChargedToItsCaller() throws IOException {
        sandbox.workflow("guarded.yml", """
                commands:
                  - shell: echo "$PRODIGY_ATTEMPT" >>"$TRACE"; test $PRODIGY_ATTEMPT = 3
                    retry: {attempts: 3, backoff: {fixed: 500ms}}
                    circuit_breaker: {failure_threshold: 1, success_threshold: 1, timeout: 5s, on_open: wait}
                """);

        var ended = run("commands: [{workflow: guarded.yml, timeout: 8, total_timeout: 9s}]");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("1", "2", "3");
        assertThat(ended.json().number("duration_ms")).isGreaterThan(10_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "timeout: 5"})
    void whatEndsTheCallerEndsTheChild(String own) throws IOException {
        sandbox.workflow("slow.yml", "commands: [{shell: 'echo begun >>\"$TRACE\"; sleep 600 & sleep 600'}]");
        var running = sandbox.prodigy()
                .start("run", sandbox.workflow("commands: [{workflow: slow.yml}]\n" + own), "-o", "json");
        running.until("the child's step has begun", () -> !sandbox.trace().isEmpty());

        var ended = own.isEmpty() ? running.signal("TERM").await() : running.await();

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(own.isEmpty() ? 143 : 5);
        assertThat(child().count(own.isEmpty() ? "workflow_cancelled" : "workflow_timed_out"))
                .isEqualTo(1);
        sandbox.assertNothingLeftRunning();
    }

    @Test
    void whileItsCallerIsPausedAChildStartsNothing() throws IOException {
        sandbox.workflow("two.yml", """
                commands:
                  - shell: echo one >>"$TRACE"; while ! test -e "$TRACE.go"; do sleep 0.05; done
                  - shell: echo two >>"$TRACE"
                """);
        var running = sandbox.prodigy()
                .start("run", sandbox.workflow("commands: [{workflow: two.yml, timeout: 20}]"), "-o", "json");
        running.until("the child's step has begun", () -> !sandbox.trace().isEmpty());

        assertThat(control("pause")).isZero();
        running.until("the child knows it", () -> child().count("dispatch_paused") == 1);
        Files.createFile(sandbox.folder().resolve("trace.go"));
        running.until("the child's step is over", () -> child().count("step_completed") == 1);
        assertThat(sandbox.trace()).containsExactly("one");
        assertThat(control("resume-dispatch")).isZero();

        var ended = running.await();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("one", "two");
        assertThat(child().events("dispatch_resumed").getFirst().text("by")).isEqualTo("parent");
    }

    /// Its running attempt comes to its end; retries, further items and reduce are for the resume, in the same run.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            commands: [STEP, {shell: echo two >>"$TRACE"}]                                                     | one,two
            commands: [{shell: STEPS; test -e "$TRACE.again", retry: {attempts: 3, backoff: {fixed: 1ms}}}]    | one,one
            mode: mapreduce⏎map: {input: [1, 2], max_parallel: 1, agent_template: [STEP]}⏎reduce: [echo reduce >>"$TRACE"] | one,one,reduce
            commands: [{workflow: inner.yml}, {shell: echo two >>"$TRACE"}]                                    | one,inner,two
            """)
    void aDrainReachesTheRunsThatStepsCall(String called, String all) throws IOException {
        var waits = "echo one >>\"$TRACE\"; while ! test -e \"$TRACE.go\"; do sleep 0.05; done";
        sandbox.workflow("inner.yml", "commands: [{shell: '" + waits + "'}, {shell: 'echo inner >>\"$TRACE\"'}]");
        sandbox.workflow(
                "called.yml",
                called.replace("STEPS", waits)
                        .replace("STEP", "{shell: '" + waits + "'}")
                        .replace('⏎', '\n'));
        var running = sandbox.prodigy()
                .start("run", sandbox.workflow("commands: [{workflow: called.yml}]"), "-y", "-o", "json");
        running.until("a step of the child has begun", () -> !sandbox.trace().isEmpty());
        int begun = children().size();

        assertThat(control("drain")).isZero();
        running.until("the caller knows it", () -> caller().count("control_received") == 1);
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var drained = running.await();
        assertThat(drained.json().text("status")).as("%s", drained).isEqualTo("cancelled");
        assertThat(sandbox.trace()).containsExactly("one");
        assertThat(children())
                .hasSize(begun)
                .allSatisfy(each -> assertThat(
                                each.events("workflow_cancelled").getFirst().text("by"))
                        .isEqualTo("parent"));
        assertThat(caller().count("step_failed") + caller().count("sub_workflow_failed"))
                .isZero();

        Files.createFile(sandbox.folder().resolve("trace.again"));
        assertThat(sandbox.prodigy().run("resume", caller().runId()).exitCode()).isZero();
        assertThat(sandbox.trace()).containsExactly(all.split(","));
        assertThat(children()).hasSize(begun);
    }

    @Test
    void whatAnItemCallsComesToItsEndInADrain() throws IOException {
        sandbox.workflow("two.yml", """
                commands:
                  - shell: echo one >>"$TRACE"; while ! test -e "$TRACE.go"; do sleep 0.05; done
                  - shell: echo two >>"$TRACE"
                """);
        var items = "mode: mapreduce\nmap: {input: [1, 2], max_parallel: 1, agent_template: [{workflow: two.yml}]}";
        var running = sandbox.prodigy().start("run", sandbox.workflow(items), "-y", "-o", "json");
        running.until("the child's step has begun", () -> !sandbox.trace().isEmpty());

        assertThat(control("drain")).isZero();
        running.until("the caller knows it", () -> caller().count("control_received") == 1);
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var drained = running.await();
        assertThat(drained.json().text("status")).as("%s", drained).isEqualTo("cancelled");
        assertThat(drained.json().number("items.successful")).isEqualTo(1);
        assertThat(sandbox.trace()).containsExactly("one", "two");
        assertThat(child().count("workflow_completed")).isEqualTo(1);
    }

    /// The caller's first limit would leave no time for the child's wait.
    @Test
    void aDeadlineThatAPersonGivesTheCallerHoldsForTheChild() throws IOException {
        sandbox.workflow("patient.yml", """
                commands:
                  - shell: |
                      echo "$PRODIGY_ATTEMPT" >>"$TRACE"
                      while ! test -e "$TRACE.go"; do sleep 0.05; done
                      exit 7
                    retry: {attempts: 2, backoff: {fixed: 1h}}
                """);
        var caller = sandbox.workflow("commands: [{workflow: patient.yml}]\ntimeout: 600");
        var running = sandbox.prodigy().start("run", caller, "-o", "json");
        running.until("the child's step has begun", () -> !sandbox.trace().isEmpty());

        assertThat(control("set", "--timeout", "3h")).isZero();
        Files.createFile(sandbox.folder().resolve("trace.go"));
        running.until("the child waits", () -> child().count("retry_scheduled") == 1);

        running.signal("TERM").await();
        assertThat(sandbox.trace()).containsExactly("1");
    }

    private int control(String command, String... options) throws IOException {
        var words = new ArrayList<>(List.of(command, caller().runId()));
        words.addAll(List.of(options));
        return sandbox.prodigy().run(words.toArray(String[]::new)).exitCode();
    }

    private Journal caller() throws IOException {
        for (var journal : sandbox.journals()) {
            if (!journal.lines().getFirst().contains("\"parent_run_id\"")) {
                return journal;
            }
        }
        throw new AssertionError("no run has begun");
    }

    private Ended run(String workflow) throws IOException {
        return sandbox.prodigy().run("run", sandbox.workflow(workflow), "-y", "-o", "json");
    }

    private List<Journal> children() throws IOException {
        var children = new ArrayList<Journal>();
        for (var journal : sandbox.journals()) {
            if (journal.lines().getFirst().contains("\"parent_run_id\"")) {
                children.add(journal);
            }
        }
        return children;
    }

    private Journal child() throws IOException {
        assertThat(children()).hasSize(1);
        return children().getFirst();
    }
}
