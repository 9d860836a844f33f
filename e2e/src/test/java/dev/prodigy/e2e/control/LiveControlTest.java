package dev.prodigy.e2e.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Running;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Spec 05 §2.7 and §11, "live run".
class LiveControlTest {
    @NewSandbox
    private Sandbox sandbox;

    /// Items that wait for a file of their own name.
    private Running items(String list, int parallel) throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: LIST
                  max_parallel: WIDTH
                  item_key: item
                  agent_template:
                    - shell: |
                        echo "begin ${item}" >>"$TRACE"
                        while ! test -e "$TRACE.${item}"; do sleep 0.05; done
                        echo "end ${item}" >>"$TRACE"
                """.replace("LIST", list).replace("WIDTH", String.valueOf(parallel)));
        return sandbox.prodigy().start("run", workflow, "-o", "json");
    }

    private void release(String item) throws IOException {
        Files.createFile(sandbox.folder().resolve("trace." + item));
    }

    private void command(String... words) {
        var said = sandbox.prodigy().run(words);
        assertThat(said.exitCode()).as("%s", said).isZero();
    }

    @Test
    void aPausedRunStartsNothingUntilItMayAgainAndThenStops() throws IOException {
        var running = items("[a, b, c, d]", 2);
        running.until("two run", () -> sandbox.trace().size() == 2);
        command("pause", "last");
        release("a");
        release("b");
        running.until("two are done", () -> sandbox.count("agent_completed") == 2);
        assertThat(sandbox.prodigy().run("status", "-o", "json").json().text("status"))
                .isEqualTo("paused");
        assertThat(sandbox.prodigy().run("ps", "-o", "json").json().list("runs"))
                .hasSize(1);
        command("set", "last", "--max-parallel", "1");
        assertThat(sandbox.trace()).doesNotContain("begin c", "begin d");
        command("resume-dispatch", "last");
        running.until("the next runs", () -> sandbox.trace().contains("begin c"));
        assertThat(sandbox.trace()).as("one at a time now").doesNotContain("begin d");

        var stopped = sandbox.prodigy().run("stop", "last", "-o", "json");
        var ended = running.await();

        assertThat(stopped.json().text("acknowledged")).isEqualTo("true");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("status")).isEqualTo("cancelled");
        sandbox.assertNothingLeftRunning();
        var journal = sandbox.journal();
        journal.assertValid();
        var event = journal.events("control_received").getLast();
        assertThat(event.text("command")).isEqualTo("stop");
        assertThat(event.number("seq")).isEqualTo(stopped.json().number("seq"));
        assertThat(Files.exists(sandbox.home().resolve("control").resolve(journal.runId())))
                .as("no request is left")
                .isFalse();
    }

    /// A pause is journaled, so it survives a crash (spec 05 §2.7); the dead run is shown as interrupted (§2.2).
    @Test
    void aRunThatWasKilledWhilePausedSaysSoAndItsResumeWaits() throws IOException {
        var running = items("[a]", 1);
        running.until("it runs", () -> !sandbox.trace().isEmpty());
        command("pause", "last");
        running.kill();
        release("a");
        var run = sandbox.journal().runId();
        var dead = sandbox.prodigy().run("runs", "show", "last", "-o", "json").json();
        assertThat(dead.text("status")).isEqualTo("interrupted");
        assertThat(dead.text("dispatch")).isEqualTo("paused");
        assertThat(sandbox.prodigy().run("status", "last").out())
                .contains("nothing starts until: prodigy resume-dispatch " + run + "\n");

        var resumed = sandbox.prodigy().start("resume", "last");
        resumed.until(
                "it says what it waits for",
                () -> Files.readString(resumed.err()).contains("prodigy resume-dispatch " + run));
        assertThat(sandbox.count("agent_started")).isEqualTo(1);
        assertThat(sandbox.prodigy().run("status", "-o", "json").json().text("status"))
                .isEqualTo("paused");
        command("resume-dispatch", "last");
        assertThat(resumed.await().exitCode()).isZero();
    }

    @Test
    void aDrainedRunEndsWhenWhatRunsHasEnded() throws IOException {
        var running = items("[a, b]", 1);
        running.until("one runs", () -> sandbox.trace().size() == 1);
        command("drain", "last");
        release("a");
        var ended = running.await();
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().number("items.successful")).isEqualTo(1);
        assertThat(ended.json().number("items.pending")).isEqualTo(1);
    }

    @Test
    void aStepIsFinishedAndNoOtherBegunWhenAStandardRunIsDrained() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo one >>"$TRACE"; while ! test -e "$TRACE.go"; do sleep 0.05; done
                  - shell: echo two >>"$TRACE"
                """);
        var running = sandbox.prodigy().start("run", workflow, "-o", "json");
        running.until("the step runs", () -> !sandbox.trace().isEmpty());
        command("drain", "last");
        release("go");
        assertThat(running.await().json().text("status")).isEqualTo("cancelled");
        assertThat(sandbox.trace()).containsExactly("one");
        assertThat(sandbox.prodigy().run("resume", "last").exitCode()).isZero();
        assertThat(sandbox.trace()).containsExactly("one", "two");
    }

    @Test
    void aRunningItemIsStoppedWhenItIsSkippedAndAFailedOneTriedAgain() throws IOException {
        var running = items("[a, b]", 2);
        running.until("two run", () -> sandbox.trace().size() == 2);
        command("skip", "last", "a");
        running.until("it is skipped", () -> sandbox.count("item_skipped") == 1);
        command("requeue", "last", "a");
        running.until("it runs again", () -> sandbox.count("agent_started") == 3);
        command("skip", "last", "item-1");
        running.until("it is skipped again", () -> sandbox.count("item_skipped") == 2);
        release("b");
        var ended = running.await();
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.json().number("items.skipped")).isEqualTo(1);
        assertThat(sandbox.trace()).doesNotContain("end a");
        sandbox.assertNothingLeftRunning();
    }

    @Test
    void theDeadlineOfALiveRunCanBeSet() throws IOException {
        var running = items("[a]", 1);
        running.until("it runs", () -> !sandbox.trace().isEmpty());
        command("set", "last", "--timeout", "1s");
        var ended = running.await();
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(5);
        assertThat(ended.json().text("status")).isEqualTo("timed_out");
    }

    @Test
    void logsAreFollowedToTheEnd() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo early; echo begun >>"$TRACE"; while ! test -e "$TRACE.go"; do sleep 0.05; done; echo late
                """);
        var running = sandbox.prodigy().start("run", workflow);
        running.until("the step runs", () -> !sandbox.trace().isEmpty());
        var following = sandbox.prodigy().start("logs", "last", "-f");
        following.until(
                "the first line is there",
                () -> Files.readString(following.out()).contains("early"));
        release("go");
        running.await();
        var logs = following.await();
        assertThat(logs.exitCode()).isZero();
        assertThat(logs.out()).containsSubsequence("== commands[0], stdout", "early", "late");
    }

    @Test
    void aCutLogTellsHowMuchIsMissing() throws IOException {
        Files.createDirectories(sandbox.home());
        Files.writeString(sandbox.home().resolve("config.yml"), "log_limit: 4KiB\n");
        sandbox.prodigy().run("run", sandbox.workflow("commands: [{shell: seq 1 5000}]"));

        var logs = sandbox.prodigy().run("logs", "last", "-o", "json");

        var log = logs.json().at("logs.0");
        assertThat(Files.readString(Path.of(log.text("path"))))
                .contains("[prodigy: " + log.number("omitted_bytes") + " bytes are missing here]");
    }
}
