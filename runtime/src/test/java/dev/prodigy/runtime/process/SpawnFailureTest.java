package dev.prodigy.runtime.process;

import static dev.prodigy.runtime.process.ShellProcesses.bash;
import static dev.prodigy.runtime.process.ShellProcesses.environment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prodigy.runtime.process.SpawnFailed.Kind;
import dev.prodigy.runtime.process.kernel.Errno;
import dev.prodigy.runtime.process.kernel.KernelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SpawnFailureTest {
    private final ShellProcesses shell = new ShellProcesses();

    @TempDir
    private Path folder;

    @AfterEach
    void endAll() {
        shell.close();
    }

    @Test
    void aMissingProgramIsNamed() {
        assertFails(command("no-such-program"), Kind.PROGRAM_MISSING, "no-such-program");
        assertFails(command("./no-such-program"), Kind.PROGRAM_MISSING, "./no-such-program");
        assertFails(command(""), Kind.PROGRAM_MISSING, "");
    }

    @Test
    void aFileThatIsNoProgramIsNotCalledMissing() throws Exception {
        script("plain", "echo hi\n", "rw-------");
        assertFails(command("./plain"), Kind.PROGRAM_NOT_EXECUTABLE, "./plain");
        var onlyThere = Map.of("PATH", folder.toString());
        assertFails(new Command(List.of("plain"), folder, onlyThere, null), Kind.PROGRAM_NOT_EXECUTABLE, "plain");
        script("no-format", "echo hi\n", "rwx------");
        assertFails(command("./no-format"), Kind.PROGRAM_NOT_EXECUTABLE, "./no-format");
    }

    @Test
    void aMissingInterpreterIsToldFromAMissingProgram() throws Exception {
        script("orphan", "#!/no/such/interpreter\n", "rwx------");
        var failed = failureOf(command("./orphan"));
        assertThat(failed.kind()).isEqualTo(Kind.PROGRAM_MISSING);
        assertThat(failed).hasMessageContaining("interpreter");
    }

    @Test
    void aMissingDirectoryIsNamed() throws Exception {
        var missing = folder.resolve("missing");
        assertFails(
                new Command(List.of("true"), missing, environment(), null),
                Kind.DIRECTORY_UNUSABLE,
                missing.toString());
        var file = Files.createFile(folder.resolve("file"));
        assertFails(new Command(List.of("true"), file, environment(), null), Kind.DIRECTORY_UNUSABLE, file.toString());
    }

    @Test
    void tooLongAnArgumentIsRefused() {
        var command = new Command(List.of("true", "x".repeat(200_000)), folder, environment(), null);
        assertThat(failureOf(command))
                .hasMessageContaining("too long")
                .extracting(SpawnFailed::kind)
                .isEqualTo(Kind.REFUSED);
    }

    @Test
    void aNulCharacterIsRefusedNotCutOff() {
        assertFails(new Command(List.of("echo", "a\0b"), folder, environment(), null), Kind.REFUSED, "echo");
        assertFails(
                new Command(List.of("env"), folder, Map.of("PATH", "/bin:/usr/bin", "A", "a\0b"), null),
                Kind.REFUSED,
                "env");
    }

    @ParameterizedTest
    @CsvSource({
        Errno.EAGAIN + ", SHORTAGE",
        Errno.ENOMEM + ", SHORTAGE",
        Errno.EMFILE + ", NO_DESCRIPTORS",
        Errno.ENFILE + ", NO_DESCRIPTORS"
    })
    void aShortageIsTriedFiveTimesWithDoublingPauses(int errno, Kind kind) throws Exception {
        var launch = new Launch(
                _ -> {
                    throw new KernelException("posix_spawn", errno);
                },
                shell.timers);
        var failed = inBackground(() -> catchThrowableOfType(SpawnFailed.class, () -> launch.launch(bash(":"), "m")));
        var pauses = Stream.of(100, 200, 400, 800).map(Duration::ofMillis).toList();
        for (var pause : pauses) {
            shell.timers.passWhenAwaited(pause);
        }
        assertThat(failed.get().kind()).isEqualTo(kind);
        assertThat(shell.timers.everSet()).isEqualTo(pauses);
    }

    @Test
    void everythingElseFailsAtOnce() {
        var launch = new Launch(
                _ -> {
                    throw new KernelException("posix_spawn", Errno.EPERM);
                },
                shell.timers);
        assertThat(catchThrowableOfType(SpawnFailed.class, () -> launch.launch(bash(":"), "m"))
                        .kind())
                .isEqualTo(Kind.REFUSED);
        assertThat(shell.timers.everSet()).isEmpty();
    }

    private void assertFails(Command command, Kind kind, String subject) {
        var failed = failureOf(command);
        assertThat(failed.kind()).isEqualTo(kind);
        assertThat(failed.subject()).isEqualTo(subject);
    }

    private SpawnFailed failureOf(Command command) {
        return catchThrowableOfType(SpawnFailed.class, () -> shell.run(command));
    }

    private Command command(String program) {
        return new Command(List.of(program), folder, environment(), null);
    }

    private void script(String name, String text, String mode) throws Exception {
        var file = Files.writeString(folder.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private static <T> FutureTask<T> inBackground(Callable<T> call) {
        var task = new FutureTask<>(call);
        Thread.ofVirtual().start(task);
        return task;
    }
}
