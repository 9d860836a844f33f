package dev.prodigy.runtime.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.StorageFailure.Reason;
import dev.prodigy.runtime.journal.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00.123456Z");

    @TempDir
    Path folder;

    @Test
    void aNewHomeSaysItsVersion() throws IOException {
        var home = new Home(folder.resolve("a/b"));
        open(home);
        assertThat(home.homeFile())
                .hasContent(
                        "{\"version\":1,\"created_at\":\"2026-01-31T12:00:00.123Z\",\"program\":\"prodigy 0.1.0\"}");
    }

    @Test
    void locatingAHomeCreatesNothing() {
        var home = Home.locate(folder.resolve("h").toString(), folder, folder);
        assertThat(new Runs(home).all()).isEmpty();
        assertThat(Repositories.find(home, folder)).isEmpty();
        assertThat(folder.resolve("h")).doesNotExist();
    }

    @Test
    void anExistingHomeKeepsItsModeAndItsFile() throws IOException {
        var home = new Home(folder.resolve("h"));
        Files.createDirectory(home.root());
        Files.setPosixFilePermissions(home.root(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(home.homeFile(), "{\"version\":1,\"other\":true}");
        open(home);
        assertThat(mode(home.root())).isEqualTo("rwxr-xr-x");
        assertThat(home.homeFile()).hasContent("{\"version\":1,\"other\":true}");
    }

    @Test
    void aHomeBelowAFileIsUnusable() throws IOException {
        Files.writeString(folder.resolve("file"), "");
        assertFailure(new Home(folder.resolve("file/h")), 0, Reason.HOME_UNUSABLE, "cannot use " + folder);
        assertFailure(new Home(folder.resolve("file")), 0, Reason.HOME_UNUSABLE, "cannot use " + folder);
    }

    @Test
    void tooLittleSpaceIsRefused() {
        assertFailure(new Home(folder), Long.MAX_VALUE, Reason.DISK_FULL, "storage.min_free");
    }

    @Test
    void aNewerHomeIsRefused() throws IOException {
        Files.writeString(folder.resolve("home.json"), "{\"version\":2}");
        assertFailure(new Home(folder), 0, Reason.NEWER_VERSION, "home.json was written by a newer version (2)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"version\":\"1\"}"})
    void anUnreadableHomeFileIsRefused(String content) throws IOException {
        Files.writeString(folder.resolve("home.json"), content);
        assertFailure(new Home(folder), 0, Reason.HOME_UNUSABLE, "it is not a home.json");
    }

    @Test
    void aFullDiskIsNamed() {
        var disk = new FaultyDisk();
        disk.space.set(10);
        assertThatThrownBy(() -> Storage.open(new Home(folder), disk, 0, NOW, "p"))
                .isInstanceOfSatisfying(
                        StorageFailure.class, e -> assertThat(e.reason()).isEqualTo(Reason.DISK_FULL))
                .hasMessage("cannot write " + folder.resolve("home.json") + ": No space left on device");
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"000", "077", "0777"})
    void modesDoNotDependOnTheUmask(String umask) throws Exception {
        try (var child = ChildJvm.start(
                "umask " + umask, MakeHome.class, folder.resolve("h").toString())) {
            assertThat(child.exitCode()).isZero();
        }
        try (var files = Files.walk(folder.resolve("h"))) {
            assertThat(files)
                    .hasSize(7)
                    .allSatisfy(file ->
                            assertThat(mode(file)).isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------"));
        }
    }

    private static void open(Home home) {
        Storage.open(home, new LocalDisk(), 0, NOW, "prodigy 0.1.0");
    }

    private static void assertFailure(Home home, long minFree, Reason reason, String message) {
        assertThatThrownBy(() -> Storage.open(home, new LocalDisk(), minFree, NOW, "p"))
                .isInstanceOfSatisfying(
                        StorageFailure.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(message);
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
