package dev.prodigy.runtime.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReadinessTest {
    private Readiness readiness;

    @BeforeEach
    void start() throws Exception {
        readiness = new Readiness();
    }

    @AfterEach
    void close() {
        readiness.close();
    }

    @Test
    void aPipeIsReadToItsEnd() throws Exception {
        var child = child("/bin/echo", "hello");
        var read = new ByteArrayOutputStream();
        child.output().start(read::writeBytes, _ -> {}).join();
        assertThat(read.toString(StandardCharsets.UTF_8)).isEqualTo("hello\n");
        child.ended().join();
        assertThat(child.reap()).hasValue(0);
    }

    @Test
    void aReaderThatIsStoppedDoesNotWaitForTheEnd() throws Exception {
        var child = child("/bin/sleep", "1000");
        assertThat(child.reap()).isEmpty();
        var reading = child.output().start(_ -> {}, _ -> {});
        child.output().stop();
        reading.join();
        Signals.toGroup(child.pid(), Signals.KILL);
        child.ended().join();
        assertThat(child.reap()).hasValue(Signals.KILL);
    }

    @Test
    void whatAConsumerThrowsReachesTheReadersCaller() throws Exception {
        var child = child("/bin/echo", "hello");
        var reading = child.output()
                .start(
                        _ -> {
                            throw new IllegalStateException("full");
                        },
                        _ -> {});
        assertThat(reading)
                .failsWithin(java.time.Duration.ofSeconds(30))
                .withThrowableThat()
                .withMessageContaining("full");
        child.ended().join();
        child.reap();
    }

    @Test
    void aGroupIsEmptyOnlyWhenItsLastMemberIsReaped() throws Exception {
        var child = child("/bin/true");
        child.output().start(_ -> {}, _ -> {}).join();
        child.ended().join();
        assertThat(Signals.isEmpty(child.pid())).isFalse();
        child.reap();
        assertThat(Signals.isEmpty(child.pid())).isTrue();
    }

    @Test
    void anIgnoredChildSignalHidesNoStatus() throws Exception {
        int ignore = 1;
        Libc.call(Libc.function("signal"), Signals.CHILD, ignore);
        var child = child("/bin/false");
        child.output().start(_ -> {}, _ -> {}).join();
        child.ended().join();
        assertThat(child.reap()).hasValue(1 << 8);
    }

    @Test
    void aProcessThatIsGoneCannotBeHeld() throws Exception {
        var process = new ProcessBuilder("true").start();
        process.waitFor();
        var refused = catchThrowableOfType(
                KernelException.class, () -> ProcessDescriptor.open((int) process.pid(), readiness));
        assertThat(refused.errno()).isEqualTo(Errno.ESRCH);
    }

    @Test
    void aStartThatFailsSaysWhy() {
        var refused = catchThrowableOfType(KernelException.class, () -> child("/no/such/program"));
        assertThat(refused.errno()).isEqualTo(Errno.ENOENT);
        assertThat(refused).hasMessage("posix_spawn: no such file or directory");
    }

    private Child child(String... arguments) throws KernelException {
        return Child.start(new Start(arguments[0], List.of(arguments), Path.of("/"), List.of("A=b"), null), readiness);
    }
}
