package dev.prodigy.runtime.process;

import static dev.prodigy.runtime.process.ShellProcesses.bash;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.process.output.ByteFilter;
import dev.prodigy.runtime.process.output.CaptureLimits;
import dev.prodigy.runtime.process.output.LogFiles;
import dev.prodigy.runtime.process.output.OutputSpec;
import dev.prodigy.runtime.process.output.Outputs;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Output of real processes, however much and whatever it is.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OutputTest {
    private static final int LOG_LIMIT = 1024 * 1024;

    private final ShellProcesses shell = new ShellProcesses();

    @TempDir
    private Path folder;

    @AfterEach
    void endAll() {
        shell.close();
    }

    @Test
    void aHundredMegabytesPassThroughLittleMemory() throws Exception {
        var outputs = run("echo first; head -c 100000000 /dev/zero; echo; echo last", new CaptureLimits(1000, 0, 0));
        assertThat(outputs.stdout().bytes()).isEqualTo(100_000_012);
        assertThat(outputs.stdout().captured().bytes()).hasSize(1000);
        assertThat(outputs.stdout().captured().truncated()).isTrue();
        assertThat(outputs.stdout().tail().bytes()).hasSize(64 * 1024);
        var log = Files.readString(folder.resolve("out"));
        assertThat(log)
                .hasSizeLessThanOrEqualTo(LOG_LIMIT)
                .startsWith("first\n")
                .endsWith("\nlast\n");
        assertThat(log).contains("bytes are missing here");
    }

    @Test
    void bothStreamsAreDrainedWhicheverIsFull() throws Exception {
        var outputs = run("head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero", CaptureLimits.NONE);
        assertThat(outputs.stdout().bytes()).isEqualTo(3_000_000);
        assertThat(outputs.stderr().bytes()).isEqualTo(3_000_000);
    }

    @Test
    void sixteenMegabytesAreCaptured() throws Exception {
        var outputs = run("head -c 20000000 /dev/zero; printf end", CaptureLimits.EACH);
        assertThat(outputs.stdout().captured().bytes())
                .hasSize(CaptureLimits.MAX)
                .endsWith(101, 110, 100);
        assertThat(outputs.stdout().captured().truncated()).isTrue();
    }

    @Test
    void invalidUtf8StaysInTheLogAndIsReplacedElsewhere() throws Exception {
        var outputs = run("printf 'a\\xffb'", CaptureLimits.EACH);
        assertThat(Files.readAllBytes(folder.resolve("out"))).containsExactly('a', 0xff, 'b');
        assertThat(outputs.stdout().tail().text()).isEqualTo("a\ufffdb");
        assertThat(outputs.stdout().captured().text()).isEqualTo("a\ufffdb");
    }

    @Test
    void aStepWhoseLogCannotBeWrittenIsEnded() throws Exception {
        Files.writeString(folder.resolve("out"), "there");
        var pauses = Thread.ofVirtual().start(() -> {
            try {
                for (int pause = 50; pause <= 400; pause *= 2) {
                    shell.timers.passWhenAwaited(java.time.Duration.ofMillis(pause));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        var ended = ended("echo x; sleep 1000", CaptureLimits.EACH);
        pauses.join();
        assertThat(ended.cause()).isEqualTo(Cause.STOPPED);
        assertThat(ended.outputs().stdout().logFault()).isNotNull();
        assertThat(ended.outputs().stdout().captured().text()).isEqualTo("x\n");
    }

    private Outputs run(String text, CaptureLimits captures) throws Exception {
        var ended = ended(text, captures);
        assertThat(ended.isSuccess()).isTrue();
        return ended.outputs();
    }

    private Ended ended(String text, CaptureLimits captures) throws Exception {
        var output = new OutputSpec(
                new LogFiles(folder.resolve("out"), folder.resolve("err"), LOG_LIMIT),
                captures,
                ByteFilter::none,
                null,
                null,
                null);
        return shell.runner
                .start(shell.spec(bash(text), output, ExecutionLimits.NONE))
                .await();
    }
}
