package dev.prodigy.runtime.process.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogFileTest {
    private static final int LIMIT = 4096;

    @TempDir
    private Path folder;

    private final ArrayList<Duration> pauses = new ArrayList<>();

    @Test
    void aStreamWithoutOutputHasNoFileAndNoDirectory() {
        var path = folder.resolve("item-1/00-shell.stdout");
        assertThat(new LogFile(path, LIMIT, pauses::add).close()).isNull();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void onlyTheOwnerMayReadIt() throws Exception {
        var path = folder.resolve("a/b/00-shell.stdout");
        var log = new LogFile(path, LIMIT, pauses::add);
        log.write(text("hello"));
        assertThat(log.close()).isEqualTo(path).hasContent("hello");
        assertThat(mode(path)).isEqualTo("rw-------");
        assertThat(mode(folder.resolve("a/b"))).isEqualTo("rwx------");
        assertThat(mode(folder.resolve("a"))).isEqualTo("rwx------");
    }

    @Test
    void itCanBeFollowedWhileItGrows() {
        var path = folder.resolve("log");
        var log = new LogFile(path, LIMIT, pauses::add);
        log.write(text("one\n"));
        assertThat(path).hasContent("one\n");
        log.write(text("two\n"));
        assertThat(path).hasContent("one\ntwo\n");
        log.close();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "4095, 100",
        "4096, 4096",
        "4096, 7",
        "4097, 100",
        "4097, 4097",
        "4200, 1",
        "5000, 777",
        "6015, 4096",
        "6016, 13",
        "6017, 100",
        "8000, 100",
        "100000, 1000",
        "100000, 65536",
        "300000, 7001"
    })
    void beyondTheLimitTheFirstAndTheLastHalfAreKept(int size, int chunk) throws Exception {
        var bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        var path = folder.resolve("log");
        var log = new LogFile(path, LIMIT, pauses::add);
        for (int at = 0; at < size; at += chunk) {
            log.write(Arrays.copyOfRange(bytes, at, Math.min(size, at + chunk)));
        }
        log.close();
        assertThat(Files.readAllBytes(path)).isEqualTo(expected(bytes)).hasSizeLessThanOrEqualTo(LIMIT);
        assertThat(log.fault()).isNull();
        assertThat(folder).isDirectoryNotContaining(file -> !file.equals(path));
    }

    private static byte[] expected(byte[] bytes) {
        if (bytes.length <= LIMIT) {
            return bytes;
        }
        int head = LIMIT / 2;
        int tail = LIMIT - head - 128;
        var expected = new ByteArrayOutputStream();
        expected.write(bytes, 0, head);
        expected.writeBytes(text("\n[prodigy: " + (bytes.length - head - tail) + " bytes are missing here]\n"));
        expected.write(bytes, bytes.length - tail, tail);
        return expected.toByteArray();
    }

    @Test
    void aFileThatExistsIsNotOverwritten() throws Exception {
        var path = Files.writeString(folder.resolve("log"), "before");
        var log = new LogFile(path, LIMIT, pauses::add);
        log.write(text("after"));
        log.close();
        assertThat(path).hasContent("before");
        assertThat(log.fault()).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void aDiskThatRefusesIsAskedFiveTimes() throws Exception {
        var file = Files.createFile(folder.resolve("file"));
        var log = new LogFile(file.resolve("log"), LIMIT, pauses::add);
        log.write(text("lost"));
        log.write(text("lost"));
        assertThat(log.close()).isNull();
        assertThat(log.fault()).isNotNull();
        assertThat(pauses).extracting(Duration::toMillis).containsExactly(50L, 100L, 200L, 400L);
    }

    @Test
    void aLogThatCannotGrowIsClosedAllTheSame() throws Exception {
        var path = folder.resolve("log");
        var log = new LogFile(path, LIMIT, pauses::add);
        log.write(text("kept"));
        Files.createFile(folder.resolve("log.rest")); // where what is beyond the limit would go
        log.write(new byte[2 * LIMIT]);
        log.close();
        assertThat(log.fault()).isNotNull();
        try (var open = Files.list(Path.of("/proc/self/fd"))) {
            assertThat(open.filter(each -> leadsTo(each, path))).isEmpty();
        }
    }

    private static boolean leadsTo(Path descriptor, Path file) {
        try {
            return Files.readSymbolicLink(descriptor).equals(file);
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    @Test
    void aDiskThatRecoversLosesNothing() throws Exception {
        var blocked = Files.createFile(folder.resolve("file"));
        var log = new LogFile(blocked.resolve("log"), LIMIT, _ -> {
            assertThat(blocked.toFile().delete()).isTrue();
        });
        log.write(text("kept"));
        assertThat(log.close()).hasContent("kept");
        assertThat(log.fault()).isNull();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String mode(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
