package dev.prodigy.e2e.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Distribution;
import dev.prodigy.e2e.launcher.Running;
import dev.prodigy.e2e.process.MarkedProcesses;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Signals, time limits, policies that stop, and two programs for one run (spec 03 §8, §13, §14; acceptance
/// rows 17, 31, 34, 37; spec 05 §11).
class StopTest {
    @NewSandbox
    private Sandbox sandbox;

    @Test
    void whatLeftItsGroupAndIgnoresTermIsGoneAfterTheTimeLimit() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1}]
                  timeout_config: {agent_timeout_secs: 1, cleanup_grace_period_secs: 1}
                  agent_template:
                    - shell: setsid bash -c 'trap "" TERM; while true; do sleep 1; done' & sleep 600
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        sandbox.assertNothingLeftRunning();
        var failure = sandbox.journal().events("agent_failed").getFirst();
        assertThat(failure.text("error.code")).isEqualTo("TIMEOUT");
        assertThat(Duration.ofMillis(failure.number("duration_ms"))).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void aQuitFromTheKeyboardHarmsNothing() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo begun >>"$TRACE"; while ! test -e "$TRACE.go"; do sleep 0.05; done
                """);
        var running = sandbox.prodigy().start("run", workflow, "-o", "json");
        running.until("the step has begun", () -> !sandbox.trace().isEmpty());
        running.signal("QUIT");
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var ended = running.await();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().text("status")).isEqualTo("completed");
        assertThat(ended.err()).doesNotContain("thread");
    }

    /// Before the run has begun its parameters are read, here from a pipe in which nothing is written.
    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalBeforeTheBeginningIsAnsweredWithTheOneDocument(String signal, int exitCode) throws Exception {
        var pipe = sandbox.folder().resolve("parameters");
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        var workflow = sandbox.workflow("commands: [echo never >>$TRACE]");
        var running = sandbox.prodigy().start("run", workflow, "-o", "json", "--param-file", pipe.toString());
        // opened when the other side is
        try (var _ = new FileOutputStream(pipe.toFile())) {
            var ended = running.signal(signal).await();
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
            assertThat(ended.json().text("error.code")).isEqualTo("cancelled");
        }
        assertThat(sandbox.trace()).isEmpty();
    }

    /// Ctrl-C on a terminal and `timeout` signal the whole process group: what prodigy has just started for an item,
    /// its own git calls included, dies of it.
    @ParameterizedTest
    @CsvSource({"INT, 130, 3", "INT, 130, 8", "INT, 130, 13", "TERM, 143, 5", "TERM, 143, 10"})
    void aSignalToTheWholeProcessGroupFailsNoItem(String signal, int exitCode, int moment) throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: seq 1 400
                  max_parallel: 4
                  agent_template: [{shell: "true"}, {shell: "true"}]
                """);
        var command = new ArrayList<>(List.of("setsid"));
        command.addAll(Distribution.underTest().command(List.of("run", workflow, "-o", "json")));
        var running = sandbox.prodigy().start(command);
        running.until("some items are finished", () -> sandbox.count("agent_completed") >= moment);
        running.signalGroup(signal);

        var ended = running.await();
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        assertThat(ended.json().number("items.failed")).as("%s", ended).isZero();
        sandbox.assertNothingLeftRunning();
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalEndsTheStepsAndTheRunGoesOnLater(String signal, int exitCode) throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2, 3, 4]
                  max_parallel: 2
                  agent_template:
                    - shell: |
                        echo "begin ${item}" >>"$TRACE"
                        test ${item} -gt 2 && test ! -e "$TRACE.go" && sleep 600
                        echo "end ${item}" >>"$TRACE"
                """);
        var running = sandbox.prodigy().start("run", workflow, "-o", "json");
        running.until("two items are finished", () -> sandbox.count("agent_completed") == 2);
        running.until(
                "the others have begun",
                () -> sandbox.trace().contains("begin 3") && sandbox.trace().contains("begin 4"));

        var stopped = running.signal(signal).await();

        assertThat(stopped.exitCode()).as("%s", stopped).isEqualTo(exitCode);
        assertThat(stopped.json().text("status")).isEqualTo("cancelled");
        assertThat(stopped.json().number("items.pending")).isEqualTo(2);
        sandbox.assertNothingLeftRunning();
        sandbox.journal().assertValid();

        Files.createFile(sandbox.folder().resolve("trace.go"));
        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.trace().stream().filter(line -> line.startsWith("end")))
                .containsExactlyInAnyOrder("end 1", "end 2", "end 3", "end 4");
        assertThat(sandbox.trace().stream().filter("begin 1"::equals)).hasSize(1);
    }

    @Test
    void aSecondSignalKillsAtOnce() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: [1]
                  timeout_config: {cleanup_grace_period_secs: 3600}
                  agent_template:
                    - shell: trap '' TERM INT; echo begun >>"$TRACE"; while true; do sleep 1; done
                """);
        var running = sandbox.prodigy().start("run", workflow);
        running.until("the step has begun", () -> !sandbox.trace().isEmpty());

        running.signal("INT")
                .until(
                        "the first signal is heard",
                        () -> Files.readString(running.err()).contains("SIGINT"));
        var ended = running.signal("INT").await(); // an hour of grace would be too long for it

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(130);
        sandbox.assertNothingLeftRunning();
    }

    /// The commands of secrets run before there is a run.
    @Test
    void aSignalEndsACommandThatTheStartWaitsFor() throws IOException {
        var running = begun(
                "secrets: {K: {provider: command, command: '...'}}",
                "echo begun >>$TRACE; sleep 600 & wait; sleep 600");

        var ended = running.signal("TERM").await();

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(143);
        assertThat(ended.json().text("error.code")).isEqualTo("cancelled");
        assertThat(sandbox.journals()).isEmpty();
        assertThat(MarkedProcesses.andUnmarked(sandbox.home())).isEmpty();
    }

    /// The commands of `env` are the first thing inside the run.
    @ParameterizedTest
    @CsvSource({"TERM, 143, cancelled", "KILL, 137, interrupted"})
    void aRunEndsWhileItWaitsForACommandOfItsEnvironment(String signal, int exitCode, String status)
            throws IOException {
        var running = begun(
                "env: {K: {command: '...'}}",
                "test -e $TRACE.go && echo on && exit; echo begun >>$TRACE; sleep 600 & wait; sleep 600");

        var ended = running.signal(signal).await();

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        var shown = sandbox.prodigy().run("runs", "show", "last", "-o", "json").json();
        assertThat(shown.text("status")).isEqualTo(status);
        Files.createFile(sandbox.folder().resolve("trace.go"));
        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        sandbox.assertNothingLeftRunning();
    }

    @Test
    void aSecondSignalKillsACommandThatTheStartWaitsFor() throws IOException {
        var text = "trap \"\" TERM; echo begun >>$TRACE; while true; do sleep 1; done";
        var running = begun("secrets: {K: {provider: command, command: '...'}}", text);

        running.signal("TERM")
                .until(
                        "the first signal is heard",
                        () -> Files.readString(running.err()).contains("SIGTERM"));
        var ended = running.signal("TERM").await();

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(143);
        assertThat(ended.json().text("error.code")).isEqualTo("cancelled");
        assertThat(MarkedProcesses.andUnmarked(sandbox.home())).isEmpty();
    }

    /// Starts a run up to a command that its header has.
    private Running begun(String header, String command) throws IOException {
        var workflow = sandbox.workflow(header.replace("...", command) + "\ncommands: ['true']\n");
        return sandbox.prodigy()
                .start("run", workflow, "-o", "json")
                .until("the command has begun", () -> !sandbox.trace().isEmpty());
    }

    @Test
    void aRunHasOneProgramAtATime() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1]
                  agent_template:
                    - shell: echo begun >>"$TRACE"; while ! test -e "$TRACE.go"; do sleep 0.1; done
                """);
        var running = sandbox.prodigy().start("run", workflow);
        running.until("the step has begun", () -> !sandbox.trace().isEmpty());

        var refused = sandbox.prodigy().run("resume", "last", "-o", "json");
        var redrive = sandbox.prodigy().run("dlq", "retry", "last", "-o", "json");
        Files.createFile(sandbox.folder().resolve("trace.go"));
        var ended = running.await();

        for (var each : List.of(refused, redrive)) {
            assertThat(each.exitCode()).as("%s", each).isEqualTo(1);
            assertThat(each.json().text("error.code")).isEqualTo("run_busy");
            assertThat(each.json().text("error.message"))
                    .contains(String.valueOf(running.process().pid()));
        }
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"drain, 1, 1, 'begin end'", "now, 0, 2, 'begin'"})
    void aStoppingPolicyLetsRunningItemsFinishOrEndsThem(String halt, int successful, int pending, String trace)
            throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                halt: HALT
                map:
                  input: [1, 2, 3]
                  max_parallel: 2
                  on_item_failure: stop
                  agent_template:
                    - shell: |
                        if test ${item} = 1; then
                          while ! test -e "$TRACE"; do sleep 0.05; done
                          exit 1
                        fi
                        echo begin >>"$TRACE"; sleep 3; echo end >>"$TRACE"
                """.replace("HALT", halt));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(4);
        assertThat(ended.json().text("status")).isEqualTo("stopped");
        assertThat(ended.json().text("error.code")).isEqualTo("ITEM_FAILED");
        assertThat(ended.json().number("items.failed")).isEqualTo(1);
        assertThat(ended.json().number("items.successful")).isEqualTo(successful);
        assertThat(ended.json().number("items.pending")).isEqualTo(pending);
        assertThat(String.join(" ", sandbox.trace())).isEqualTo(trace);
        sandbox.assertNothingLeftRunning();
    }
}
