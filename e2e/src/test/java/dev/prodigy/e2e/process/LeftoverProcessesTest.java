package dev.prodigy.e2e.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.Await;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What steps, and a killed program, leave running (spec 03 §13, §14).
class LeftoverProcessesTest {
    private static final String WAITING = "commands: [{shell: 'echo $$ >>\"$TRACE\"; exec sleep 1000'}]\n";

    @NewSandbox
    private Sandbox sandbox;

    private boolean lives(int started) throws IOException {
        var beginning = sandbox.trace().get(started) + " ";
        return MarkedProcesses.of(sandbox.home()).stream().anyMatch(line -> line.startsWith(beginning));
    }

    /// The last item's service is found too, and told before the run's last event.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            commands: [SERVICE]                            | commands[0]           | null
            map: {input: [1], agent_template: [SERVICE]}   | map.agent_template[0] | item-001
            """)
    void whatLeavesItsGroupIsEndedAndTold(String workflow, String step, String item) throws IOException {
        var service = "{shell: 'setsid sh -c \"echo left >>$TRACE; exec sleep 1000\" >/dev/null 2>&1 &"
                + " while ! test -s \"$TRACE\"; do :; done'}";
        var path = sandbox.workflow(workflow.replace("SERVICE", service) + "\n");
        var run = sandbox.prodigy().run("run", path, "--isolation", "none");
        assertThat(run.exitCode()).as("%s", run).isZero();
        sandbox.assertNothingLeftRunning();
        var leaked = sandbox.journal().events("process_leaked");
        assertThat(leaked).hasSize(1);
        assertThat(leaked.getFirst().text("step")).isEqualTo(step);
        assertThat(leaked.getFirst().text("item_id")).isEqualTo(item);
        assertThat(sandbox.journal().events().getLast().text("event_type")).isEqualTo("workflow_completed");
    }

    /// Nothing that a process can drop gets it out of reach, neither while the run goes on nor at its end.
    @ParameterizedTest
    @ValueSource(strings = {"commands: [SERVICE, SEEN]", "map: {input: [1], agent_template: [SERVICE, SEEN]}"})
    void whatDropsItsMarkAndItsGroupIsEndedAndTold(String workflow) throws IOException {
        var service =
                "{shell: '(cd /; exec env -i setsid sh -c \"echo \\$\\$ >>$TRACE; exec sleep 1000\" >/dev/null 2>&1 &);"
                        + " while ! test -s \"$TRACE\"; do :; done'}";
        var seen = "{shell: 'while test -d /proc/$(cat \"$TRACE\"); do sleep 0.1; done', timeout: 30s}";
        var path = sandbox.workflow(workflow.replace("SERVICE", service).replace("SEEN", seen) + "\n");
        var run = sandbox.prodigy().run("run", path, "--isolation", "none");
        assertThat(run.exitCode()).as("%s", run).isZero();
        assertThat(sandbox.count("process_leaked")).isEqualTo(1);
    }

    @Test
    void aResumeEndsWhatAKilledRunsStepsStartedWithoutMark() throws IOException {
        var text =
                "commands: [{shell: 'test -s \"$TRACE\" && exit; env -i setsid sleep 1000 & echo $! >>\"$TRACE\"; wait'}]\n";
        var dead = sandbox.prodigy()
                .start("run", sandbox.workflow("waiting.yml", text))
                .until("it waits", () -> sandbox.trace().size() == 1);
        dead.kill();
        var started = Path.of("/proc", sandbox.trace().getFirst());
        assertThat(started).exists();
        var resumed = sandbox.prodigy().run("resume");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        Await.until("it has ended", () -> hasEnded(started));
    }

    /// A dead process is there until the first process of the machine takes its status.
    private static boolean hasEnded(Path process) throws IOException {
        try {
            return Files.readString(process.resolve("stat")).contains(") Z ");
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    @Test
    void anyRunEndsWhatDeadRunsLeftAndNothingOfLiveOnes() throws IOException {
        var waiting = sandbox.workflow("waiting.yml", WAITING);
        var live = sandbox.prodigy()
                .start("run", waiting)
                .until("it waits", () -> sandbox.trace().size() == 1);
        var dead = sandbox.prodigy()
                .start("run", waiting)
                .until("it waits", () -> sandbox.trace().size() == 2);
        dead.kill();
        assertThat(lives(1)).isTrue();
        var other = sandbox.prodigy().run("run", sandbox.workflow("commands: ['true']\n"));
        assertThat(other.exitCode()).as("%s", other).isZero();
        assertThat(lives(1)).isFalse();
        assertThat(lives(0)).isTrue();
        live.signal("TERM").await();
        sandbox.assertNothingLeftRunning();
    }
}
