package dev.prodigy.runtime.process;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.process.kernel.Orphans;
import dev.prodigy.runtime.process.kernel.OwnProcesses;
import dev.prodigy.runtime.process.kernel.ProcessTable;
import dev.prodigy.runtime.process.output.OutputSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Processes that have dropped group and mark. This process adopts orphans meanwhile, so nothing else may start any.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StraysTest {
    private static final Duration SWEEP = Duration.ofMillis(500);
    private static final Duration WATCH = Duration.ofMillis(600);

    /// Forks twice, so that it is an orphan at once, and says its number in `$PID`.
    private static final String STRAY = """
            ( exec env -i setsid bash -c 'echo $$ >"'$PID'"; %s exec sleep 1000' %s & )
            until [[ -s $PID && $(</proc/$(<$PID)/comm) == sleep ]]; do :; done
            """;

    private static final String FAR_OFF = STRAY.formatted("cd /;", ">/dev/null 2>&1");
    private static final String HERE = STRAY.formatted("", ">/dev/null 2>&1");
    private static final String AT_THE_PIPE = STRAY.formatted("cd /;", "");

    private final ShellProcesses shell = new ShellProcesses();

    @TempDir
    private Path folder;

    private Path number;

    @BeforeEach
    void adopt() {
        number = folder.resolve("pid");
        ProcessRunner.adoptOrphans();
    }

    @AfterEach
    void endAll() {
        shell.close();
        Orphans.disown();
    }

    private RunningProcess start(String text) throws SpawnFailed, IOException {
        var place = Files.createTempDirectory(folder, "place");
        var command = new Command(
                List.of("bash", "-c", "PID=" + number + "\n" + text), place, ShellProcesses.environment(), null);
        return shell.runner.start(shell.spec(command, OutputSpec.CAPTURED, ExecutionLimits.NONE));
    }

    private int stray() throws IOException {
        return Integer.parseInt(Files.readString(number).strip());
    }

    private boolean lives() throws IOException {
        return ProcessTable.read(stray()).isPresent();
    }

    private void waitForStray() throws IOException {
        while (!Files.exists(number) || Files.size(number) == 0 || !isAsleep()) {
            Thread.onSpinWait();
        }
    }

    private boolean isAsleep() throws IOException {
        return ProcessTable.read(stray()).stream()
                .anyMatch(process -> process.name().equals("sleep"));
    }

    @Test
    void whatDroppedGroupAndMarkIsSweptWhenItMayBeOfNobodyElse() throws Exception {
        assertThat(start(FAR_OFF).await().isSuccess()).isTrue();
        assertThat(lives()).isTrue();
        shell.timers.passWhenAwaited(SWEEP);
        assertThat(shell.lateLeaks.poll(30, SECONDS)).containsExactly("sleep");
        assertThat(lives()).isFalse();
    }

    @Test
    void itIsLeftAloneAsLongAsAnExecutionRunsThatMayHaveStartedIt() throws Exception {
        var live = start(FAR_OFF + "sleep 1000");
        waitForStray();
        start(":").await();
        shell.runner.sweep();
        assertThat(lives()).isTrue();
        live.end(ExecutionLimits.DEFAULT_GRACE);
        live.await();
        shell.runner.sweep();
        assertThat(lives()).isFalse();
    }

    @Test
    void oneThatBeganLaterCannotHaveStartedIt() throws Exception {
        assertThat(start(FAR_OFF).await().isSuccess()).isTrue();
        // the kernel counts hundredths of a second
        var since = startTime(stray());
        var later = start("sleep 1000");
        while (startTime(later.pid()) <= since) {
            later.kill();
            later.await();
            later = start("sleep 1000");
        }
        shell.runner.sweep();
        assertThat(lives()).isFalse();
    }

    private static long startTime(int pid) {
        return ProcessTable.read(pid).orElseThrow().startTime();
    }

    @Test
    void anOpenPipeShowsWhoseItIs() throws Exception {
        start("sleep 1000");
        var over = start(AT_THE_PIPE);
        shell.timers.passWhenAwaited(Duration.ofSeconds(1));
        assertThat(over.await().isSuccess()).isTrue();
        shell.runner.sweep();
        assertThat(lives()).isFalse();
    }

    @Test
    void itsWorkingDirectoryShowsWhoseItIs() throws Exception {
        start("sleep 1000");
        assertThat(start(HERE).await().isSuccess()).isTrue();
        shell.runner.sweep();
        assertThat(lives()).isFalse();
    }

    @Test
    void itIsGoneBeforeItsPlaceIsUsedAgain() throws Exception {
        assertThat(start(FAR_OFF).await().isSuccess()).isTrue();
        assertThat(shell.runner.leftovers().endMarked("no-such-mark"::equals, ExecutionLimits.DEFAULT_GRACE))
                .containsExactly("sleep");
        assertThat(lives()).isFalse();
    }

    @Test
    void programsOfProdigysOwnAreNoStrays() throws Exception {
        var own = OwnProcesses.start(new ProcessBuilder("sleep", "1000"), false);
        try {
            start(":").await();
            shell.runner.sweep();
            assertThat(own.isAlive()).isTrue();
        } finally {
            own.destroyForcibly();
        }
    }

    @Test
    void whatAHookOfTheUserMayHaveStartedIsLeftAloneWhileItRuns() throws Exception {
        start(":").await();
        var git = OwnProcesses.start(
                new ProcessBuilder("bash", "-c", "PID=" + number + "\n" + FAR_OFF + "exec sleep 1000"), true);
        try {
            waitForStray();
            shell.runner.sweep();
            assertThat(lives()).isTrue();
        } finally {
            git.destroyForcibly();
        }
        git.onExit().join();
        while (lives()) {
            shell.runner.sweep();
        }
    }

    @Test
    void whatAHookOfTheUserStartedIsTheUsers() throws Exception {
        start(":").await();
        var leftovers = shell.runner.leftovers();
        var mark = "hook-" + ProcessHandle.current().pid();
        var text = "PID=" + number + "\n" + FAR_OFF.replace("env -i ", "");
        var builder = new ProcessBuilder("bash", "-c", text);
        builder.environment().putAll(leftovers.marking(mark));
        assertThat(OwnProcesses.start(builder, true).waitFor()).isZero();
        shell.runner.sweep();
        assertThat(lives()).isTrue();
        assertThat(leftovers.endMarked(mark::equals, ExecutionLimits.DEFAULT_GRACE))
                .containsExactly("sleep");
        assertThat(lives()).isFalse();
    }

    @Test
    void theDeadAreTaken() throws Exception {
        var text = "( exec env -i setsid bash -c 'echo $$' >$PID & ); sleep 1000";
        start(text);
        while (!Files.exists(number) || Files.size(number) == 0 || lives()) {
            Thread.onSpinWait();
        }
        shell.timers.passWhenAwaited(WATCH);
        while (Files.exists(Path.of("/proc/" + stray()))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aStopEndsWhatIsStillBelowTheMainProcess() throws Exception {
        Orphans.disown();
        var text = "env -i setsid bash -c 'echo $$ >'$PID'; cd /; exec sleep 1000' >/dev/null 2>&1 & wait";
        var process = start(text);
        waitForStray();
        process.end(ExecutionLimits.DEFAULT_GRACE);
        assertThat(process.await().leaked()).containsExactly("sleep");
        assertThat(lives()).isFalse();
    }

    @Test
    void aStopWaitsForWhatIgnoresItAndLostWhoeverStartedIt() throws Exception {
        Orphans.disown();
        var text =
                "env -i setsid bash -c 'trap \"\" TERM; echo $$ >'$PID'; cd /; exec sleep 1000' >/dev/null 2>&1 & wait";
        var process = start(text);
        waitForStray();
        process.end(ExecutionLimits.DEFAULT_GRACE);
        shell.timers.passWhenAwaited(ExecutionLimits.DEFAULT_GRACE);
        assertThat(process.await().leaked()).containsExactly("sleep");
        assertThat(lives()).isFalse();
    }
}
