package dev.prodigy.runtime.process;

import static dev.prodigy.runtime.process.ShellProcesses.bash;
import static dev.prodigy.runtime.process.ShellProcesses.environment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.process.output.OutputSpec;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessRunnerTest {
    private final ShellProcesses shell = new ShellProcesses();

    @AfterEach
    void endAll() {
        shell.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ":              | Code[status=0]",
                "exit 7         | Code[status=7]",
                "exit 255       | Code[status=255]",
                "no-such-thing  | Code[status=127]",
                "kill -9 $$     | Signal[number=9]",
                "kill -TERM $$  | Signal[number=15]",
                "kill -SEGV $$  | Signal[number=11]",
            })
    void theExitIsThatOfTheMainProcess(String text, String exit) throws Exception {
        var ended = shell.run(text);
        assertThat(ended.exit()).hasToString(exit);
        assertThat(ended.cause()).isEqualTo(Cause.EXITED);
        assertThat(ended.leaked()).isEmpty();
    }

    @Test
    void bothStreamsAreRead() throws Exception {
        var outputs = shell.run("echo out; echo err >&2; printf 'no line end'").outputs();
        assertThat(outputs.stdout().captured().text()).isEqualTo("out\nno line end");
        assertThat(outputs.stderr().captured().text()).isEqualTo("err\n");
        assertThat(outputs.stdout().bytes()).isEqualTo(15);
    }

    @Test
    void standardInputIsEmpty() throws Exception {
        assertThat(shell.run("cat; readlink /proc/self/fd/0")
                        .outputs()
                        .stdout()
                        .captured()
                        .text())
                .isEqualTo("/dev/null\n");
    }

    @Test
    void aFedTextOfAnySizeArrives() throws Exception {
        var text = "ä".repeat(300_000);
        var command = new Command(List.of("cat"), Path.of("/"), environment(), text);
        assertThat(shell.run(command).outputs().stdout().captured().text()).isEqualTo(text);
    }

    @Test
    void aFedTextThatNobodyReadsIsNoError() throws Exception {
        var command = new Command(List.of("true"), Path.of("/"), environment(), "x".repeat(200_000));
        assertThat(shell.run(command).isSuccess()).isTrue();
    }

    @Test
    void aStepLeadsItsOwnSessionAndGroupWithoutTerminal() throws Exception {
        var ended = shell.run("read -r pid _ _ _ group session terminal _ < /proc/$$/stat;"
                + " echo $((pid == group)) $((pid == session)) $terminal");
        assertThat(ended.outputs().stdout().captured().text()).isEqualTo("1 1 0\n");
    }

    @Test
    void aStepInheritsNoDescriptorOfOurs(@TempDir Path folder) throws Exception {
        try (var file = new RandomAccessFile(folder.resolve("open").toFile(), "rw")) {
            assertThat(file.getFD().valid()).isTrue();
            var ended = shell.run(new Command(List.of("ls", "/proc/self/fd"), folder, environment(), null));
            // 3 is the directory that ls itself reads.
            assertThat(ended.outputs().stdout().captured().text()).isEqualTo("0\n1\n2\n3\n");
        }
    }

    @Test
    void aStepBeginsWithNoSignalBlockedOrIgnored() throws Exception {
        var command = new Command(List.of("grep", "Sig[BI]", "/proc/self/status"), Path.of("/"), environment(), null);
        // Signals 32 and 33 are the C library's own.
        assertThat(shell.run(command).outputs().stdout().captured().text())
                .matches("SigBlk:\t0{16}\nSigIgn:\t0{7}[01]80{7}\n");
    }

    @Test
    void theMarkIsAppendedToAnInheritedOne() throws Exception {
        var inner = new HashMap<>(environment());
        inner.put("PRODIGY_MARKER", "outer");
        var spec = shell.spec(
                new Command(List.of("bash", "-c", "echo \"$PRODIGY_MARKER\""), Path.of("/"), inner, null),
                OutputSpec.CAPTURED,
                ExecutionLimits.NONE);
        assertThat(shell.runner
                        .start(spec)
                        .await()
                        .outputs()
                        .stdout()
                        .captured()
                        .text())
                .isEqualTo("outer " + spec.mark() + "\n");
    }

    @Test
    void theEnvironmentIsTheGivenOneAlone() throws Exception {
        var command = new Command(List.of("/usr/bin/env"), Path.of("/"), Map.of("A", "ü b"), null);
        assertThat(shell.run(command).outputs().stdout().captured().text())
                .startsWith("A=ü b\nPRODIGY_MARKER=")
                .hasLineCount(2);
    }

    @Test
    void theProgramIsLookedUpInItsOwnPath(@TempDir Path folder) throws Exception {
        Files.copy(Path.of("/bin/echo"), folder.resolve("my-echo"));
        var command = new Command(List.of("my-echo", "hi"), Path.of("/"), Map.of("PATH", "/nowhere:" + folder), null);
        assertThat(shell.run(command).outputs().stdout().captured().text()).isEqualTo("hi\n");
    }

    @Test
    void aRelativeProgramCountsFromTheWorkingDirectory(@TempDir Path folder) throws Exception {
        Files.copy(Path.of("/bin/echo"), folder.resolve("my-echo"));
        var command = new Command(List.of("./my-echo", "hi"), folder, environment(), null);
        assertThat(shell.run(command).outputs().stdout().captured().text()).isEqualTo("hi\n");
    }

    @Test
    void sixtyFourRunAtOnce() throws Exception {
        var processes = new ArrayList<RunningProcess>();
        for (int i = 0; i < 64; i++) {
            processes.add(shell.start("read -r line < /proc/sys/kernel/ostype; echo $line " + i, ExecutionLimits.NONE));
        }
        for (int i = 0; i < 64; i++) {
            var ended = processes.get(i).await();
            assertThat(ended.isSuccess()).isTrue();
            assertThat(ended.outputs().stdout().captured().text()).isEqualTo("Linux " + i + "\n");
        }
    }

    @Test
    void noDescriptorOfOursStaysOpen() throws Exception {
        shell.run(":");
        int before = openDescriptors();
        for (int i = 0; i < 50; i++) {
            shell.run("echo x; echo y >&2");
        }
        assertThat(openDescriptors()).isLessThan(before + 10);
    }

    @Test
    void aClosedRunnerHasKilledWhatRan() throws Exception {
        var process = shell.startReady("trap '' TERM; echo ready; sleep 1000", ExecutionLimits.NONE);
        shell.close();
        assertThat(process.await().cause()).isEqualTo(Cause.STOPPED);
        assertThat(shell.alive()).isEmpty();
        assertThatThrownBy(() -> shell.run(bash(":"))).isInstanceOf(IllegalStateException.class);
    }

    private static int openDescriptors() {
        return new java.io.File("/proc/self/fd").list().length;
    }
}
