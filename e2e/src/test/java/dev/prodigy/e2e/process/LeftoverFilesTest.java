package dev.prodigy.e2e.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.Await;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The files by which a run hands data to its processes may hold secrets: nobody else can read them, and they go with
/// the run (spec 01 §9.3, 05 §9).
class LeftoverFilesTest {
    private static final String LARGE = """
            commands:
              - {shell: "head -c 300000 /dev/zero | tr '\\\\0' x", capture: large}
              - shell: 'printf %s "${large}" | wc -c >>"$TRACE"; test ! -e "$MARK" || exec sleep 1000'
            """;

    @NewSandbox
    private Sandbox sandbox;

    private List<Path> files() throws IOException {
        var folder = sandbox.home().resolve("tmp");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var all = Files.walk(folder)) {
            return all.filter(file -> !file.equals(folder)).toList();
        }
    }

    @Test
    void theyAreGoneWithTheRunAndAfterAKillWithTheNextStart() throws IOException {
        var mark = Files.createFile(sandbox.folder().resolve("mark"));
        var prodigy = sandbox.prodigy().with("MARK", mark.toString()).after("umask 000");
        var flow = sandbox.workflow("large.yml", LARGE);
        var dead = prodigy.start("run", flow)
                .until("it waits", () -> sandbox.trace().size() == 1);
        dead.kill();
        assertThat(files()).anyMatch(Files::isRegularFile);
        for (var file : files()) {
            var mode = Files.isDirectory(file) ? "rwx------" : "rw-------";
            assertThat(Files.getPosixFilePermissions(file))
                    .as("%s", file)
                    .isEqualTo(PosixFilePermissions.fromString(mode));
        }
        Files.delete(mark);

        var other = prodigy.run("run", flow);

        assertThat(other.exitCode()).as("%s", other).isZero();
        assertThat(sandbox.trace()).containsExactly("300000", "300000");
        assertThat(files()).isEmpty();
        assertThat(prodigy.run("resume", "--dry-run").exitCode()).isZero();
        sandbox.assertNothingLeftRunning();
    }

    /// What a process of the dead run may still read stays: a script must not go on with data that is gone.
    @ParameterizedTest
    @ValueSource(strings = {"ps", "runs ls", "events", "dlq list"})
    void afterAKillAnyLookAtTheRunsTakesThemOnceNoProcessNeedsThem(String words) throws IOException {
        var mark = Files.createFile(sandbox.folder().resolve("mark"));
        var prodigy = sandbox.prodigy().with("MARK", mark.toString());
        var dead = prodigy.start("run", sandbox.workflow("large.yml", LARGE))
                .until("it waits", () -> sandbox.trace().size() == 1);
        assertThat(prodigy.run(words.split(" ")).exitCode()).isZero();
        assertThat(files()).anyMatch(Files::isRegularFile);
        dead.kill();
        assertThat(prodigy.run(words.split(" ")).exitCode()).isZero();
        assertThat(files()).anyMatch(Files::isRegularFile);
        for (var process : MarkedProcesses.of(sandbox.home())) {
            ProcessHandle.of(Long.parseLong(process.substring(0, process.indexOf(' '))))
                    .ifPresent(ProcessHandle::destroyForcibly);
        }
        Await.until("they have ended", () -> MarkedProcesses.of(sandbox.home()).isEmpty());

        assertThat(prodigy.run(words.split(" ")).exitCode()).isZero();

        assertThat(files()).isEmpty();
    }
}
