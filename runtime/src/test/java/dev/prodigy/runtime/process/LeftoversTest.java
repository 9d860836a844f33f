package dev.prodigy.runtime.process;

import static dev.prodigy.runtime.process.ShellProcesses.bash;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.process.output.OutputSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LeftoversTest {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final ShellProcesses shell = new ShellProcesses();

    @AfterEach
    void endAll() {
        shell.close();
    }

    @Test
    void processesOfARunAreFoundByTheBeginningOfTheirMark() throws Exception {
        var run = "run-" + ProcessHandle.current().pid();
        var ours = start(run + "/item-1/1");
        var other = start(run + "x/item-1/1");
        assertThat(shell.runner.leftovers().endMarked(mark -> mark.startsWith(run + "/"), GRACE))
                .containsExactly("sleep");
        assertThat(ours.await().exit()).isEqualTo(new Exit.Signal(15));
        assertThat(other.ended()).isNotDone();
    }

    @Test
    void nothingFoundIsNothingEnded() {
        assertThat(shell.runner.leftovers().endMarked("no-such-mark"::equals, GRACE))
                .isEmpty();
        assertThat(shell.timers.everSet()).isEmpty();
    }

    @Test
    void aLeftoverThatIgnoresTermIsKilledAfterTheGrace() throws Exception {
        var process = shell.startReady("trap '' TERM; echo ready; sleep 1000", ExecutionLimits.NONE);
        var ended = CompletableFuture.supplyAsync(
                () -> shell.runner.leftovers().endMarked(process.mark()::equals, GRACE), Thread.ofVirtual()::start);
        shell.timers.passWhenAwaited(GRACE);
        assertThat(ended.join()).isNotEmpty().isSubsetOf("bash", "sleep");
        assertThat(process.await().exit()).isEqualTo(new Exit.Signal(9));
    }

    @Test
    void aProcessThatKeepsBecomingAnotherProgramIsNeverOverlooked(@TempDir Path folder) throws Exception {
        var script = Files.writeString(folder.resolve("again"), "exec bash " + folder.resolve("again"));
        var process = shell.start("exec bash " + script, ExecutionLimits.NONE);
        for (int look = 0; look < 300; look++) {
            assertThat(shell.runner.leftovers().marked(process.mark()::equals)).hasSize(1);
        }
        assertThat(shell.runner.leftovers().endMarked(process.mark()::equals, GRACE))
                .containsExactly("bash");
        assertThat(process.await().exit()).isEqualTo(new Exit.Signal(15));
    }

    @Test
    void leftoversAreListedWithAllTheirMarks() throws Exception {
        var mark = "outer-" + ProcessHandle.current().pid();
        var process = start(mark);
        assertThat(shell.runner.leftovers().marked(mark::equals))
                .containsExactly(new Leftovers.Leftover(process.pid(), "sleep", List.of(mark)));
    }

    private RunningProcess start(String mark) throws SpawnFailed {
        var environment = new HashMap<>(ShellProcesses.environment());
        environment.remove("PRODIGY_MARKER");
        var command = new Command(bash("exec sleep 1000").arguments(), Path.of("/"), environment, null);
        var process = shell.runner.start(
                new ProcessSpec(command, mark, OutputSpec.CAPTURED, ExecutionLimits.NONE, shell.lateLeaks::add));
        while (shell.runner.leftovers().marked(mark::equals).stream()
                .noneMatch(leftover -> leftover.name().equals("sleep"))) {
            Thread.onSpinWait();
        }
        return process;
    }
}
