package dev.prodigy.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.process.ProcessRunner;
import dev.prodigy.runtime.process.SystemTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whose temporary files the start of another run removes.
class LeftoverFilesTest {
    private static final RunId RUN = new RunId("workflow-20260131T120000001-aaaaaa");

    @TempDir
    Path root;

    private Home home;
    private Path file;

    @BeforeEach
    void aFileForAProcess() throws IOException {
        home = new Home(root);
        file = Files.createDirectories(home.tmp(RUN)).resolve("value");
        Files.writeString(file, "large");
    }

    @Test
    void aRunThatIsBeginningKeepsItsFilesBeforeItsFirstRecordToo() throws IOException {
        Files.createDirectories(home.events("app", RUN));
        var attempt = OwnerLock.tryTake(home.runLock("app", RUN), Owner.thisProcess(Instant.EPOCH));
        try (var _ = ((OwnerLock.Attempt.Taken) attempt).lock()) {
            LeftoverFiles.removeAll(home);

            assertThat(file).exists();
        }

        LeftoverFiles.removeAll(home);

        assertThat(home.tmp(RUN)).doesNotExist();
    }

    @Test
    void aLookAtTheHomeTakesThoseOfADeadRunAndNotOfALivingOne() throws IOException {
        Files.createDirectories(home.events("app", RUN));
        var attempt = OwnerLock.tryTake(home.runLock("app", RUN), Owner.thisProcess(Instant.EPOCH));
        try (var _ = ((OwnerLock.Attempt.Taken) attempt).lock()) {
            LeftoverFiles.sweep(home);

            assertThat(file).exists();
        }

        LeftoverFiles.sweep(home);

        assertThat(home.tmp(RUN)).doesNotExist();
    }

    @Test
    void aLookAtTheHomeLeavesWhatAProcessOfADeadRunMayRead() throws IOException {
        try (var processes = new ProcessRunner(new SystemTimers())) {
            var mark = processes.leftovers().marking(RUN.text() + "/step");
            var builder = new ProcessBuilder("sleep", "1000");
            builder.environment().putAll(mark);
            var sleeper = builder.start();

            LeftoverFiles.sweep(home);

            assertThat(file).exists();
            sleeper.destroyForcibly().onExit().join();
        }

        LeftoverFiles.sweep(home);

        assertThat(home.tmp(RUN)).doesNotExist();
    }

    @Test
    void whatNoRunOwnsIsRemoved() {
        LeftoverFiles.removeAll(home);

        assertThat(home.tmp(RUN)).doesNotExist();
    }
}
