package dev.prodigy.runtime.home;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    Path folder;

    private final FaultyDisk disk = new FaultyDisk();

    @Test
    void aDurableFileIsForcedBeforeAndItsFolderAfterTheRename() {
        AtomicFile.write(disk, file(), bytes("new"));
        assertThat(file()).hasContent("new");
        assertThat(disk.calls())
                .map(call -> call.split(" ", 2)[0])
                .containsExactly("create", "write", "force", "rename", "forceFolder");
    }

    @Test
    void aViewIsNotForced() {
        AtomicFile.writeView(disk, file(), bytes("new"));
        assertThat(disk.calls()).map(call -> call.split(" ", 2)[0]).containsExactly("create", "write", "rename");
    }

    @Test
    void shortWritesAreContinued() {
        disk.largestWrite = 2;
        AtomicFile.write(disk, file(), bytes("seven.."));
        assertThat(file()).hasContent("seven..");
    }

    @Test
    void aFailureLeavesTheOldContentAndNoRubbish() throws IOException {
        Files.writeString(file(), "old");
        disk.space.set(2);
        assertThatThrownBy(() -> AtomicFile.write(disk, file(), bytes("new")))
                .isInstanceOf(StorageFailure.class)
                .hasMessage("cannot write " + file() + ": No space left on device");
        disk.space.set(100);
        disk.failingForces.set(1);
        assertThatThrownBy(() -> AtomicFile.write(disk, file(), bytes("new"))).isInstanceOf(StorageFailure.class);
        assertThat(file()).hasContent("old");
        assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void creationIsExclusive() {
        assertThat(AtomicFile.create(disk, file(), bytes("first"))).isTrue();
        assertThat(AtomicFile.create(disk, file(), bytes("second"))).isFalse();
        assertThat(file()).hasContent("first");
        assertThat(folder.toFile().list()).containsExactly("view.json");
    }

    @Test
    void anInterruptedThreadWritesAllTheSame() throws Exception {
        var thread = Thread.ofVirtual().start(() -> {
            Thread.currentThread().interrupt();
            AtomicFile.write(disk, file(), bytes("new"));
        });
        thread.join();
        assertThat(file()).hasContent("new");
    }

    private Path file() {
        return folder.resolve("view.json");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
