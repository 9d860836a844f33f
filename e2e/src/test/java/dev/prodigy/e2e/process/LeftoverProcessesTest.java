package dev.prodigy.e2e.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
    @ValueSource(strings = {"commands: [SERVICE]", "map: {input: [1], agent_template: [SERVICE]}"})
    void whatLeavesItsGroupIsEndedAndTold(String workflow) throws IOException {
        var service = "{shell: 'setsid sleep 1000 >/dev/null 2>&1 &'}";
        var path = sandbox.workflow(workflow.replace("SERVICE", service) + "\n");
        var run = sandbox.prodigy().run("run", path, "--isolation", "none");
        assertThat(run.exitCode()).as("%s", run).isZero();
        sandbox.assertNothingLeftRunning();
        assertThat(sandbox.count("process_leaked")).isEqualTo(1);
        assertThat(sandbox.journal().events().getLast().text("event_type")).isEqualTo("workflow_completed");
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
