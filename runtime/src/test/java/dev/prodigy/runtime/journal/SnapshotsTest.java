package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.FaultyDisk;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotsTest {
    @TempDir
    Path folder;

    private final FaultyDisk disk = new FaultyDisk();
    private Snapshots snapshots;

    @BeforeEach
    void open() {
        snapshots = new Snapshots(disk, folder);
    }

    @Test
    void withoutAnyThereIsNone() {
        assertThat(snapshots.newest(Long.MAX_VALUE)).isEmpty();
        assertThat(new Snapshots(disk, folder.resolve("none")).newest(1)).isEmpty();
    }

    @Test
    void theNewestComesBack() {
        write(50_000, "{\"a\":1}");
        write(100_000, "{\"a\":\"größer\"}");
        assertNewest(Long.MAX_VALUE, 100_000, "{\"a\":\"größer\"}");
        assertNewest(100_000, 100_000, "{\"a\":\"größer\"}");
        assertThat(folder.resolve("snapshot-100000.json"))
                .content()
                .startsWith("{\"version\":1,\"seq\":100000,\"state\":{\"a\":");
    }

    @Test
    void aSnapshotIsDurable() {
        write(1, "{}");
        assertThat(disk.calls())
                .map(call -> call.split(" ", 2)[0])
                .containsExactly("create", "write", "force", "rename", "forceFolder");
    }

    @Test
    void twoAreKept() {
        for (long seq = 9; seq <= 13; seq++) {
            write(seq, "[" + seq + "]");
        }
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("snapshot-12.json", "snapshot-13.json");
    }

    @Test
    void oneOfLaterEventsIsNoneOfThisJournal() {
        write(10, "[10]");
        write(20, "[20]");
        assertNewest(19, 10, "[10]");
        assertThat(snapshots.newest(9)).isEmpty();
        write(15, "[15]");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("snapshot-10.json", "snapshot-15.json");
    }

    @Test
    void aDamagedOneIsPassedOver() throws IOException {
        write(10, "[10]");
        write(20, "[20]");
        var file = folder.resolve("snapshot-20.json");
        var content = Files.readAllBytes(file);
        for (int at = 0; at < content.length - 1; at++) {
            var flipped = content.clone();
            flipped[at] ^= 1;
            Files.write(file, flipped);
            assertNewest(20, 10, "[10]");
        }
        for (int size = 0; size < content.length - 1; size++) {
            Files.write(file, Arrays.copyOf(content, size));
            assertNewest(20, 10, "[10]");
        }
        Files.writeString(folder.resolve("snapshot-30.json"), new String(content, UTF_8));
        Files.write(file, content);
        assertNewest(30, 20, "[20]");
    }

    @Test
    void aFailureKeepsTheOthers() {
        write(10, "[10]");
        write(20, "[20]");
        disk.space.set(5);
        assertThatThrownBy(() -> write(30, "[30]")).isInstanceOf(StorageFailure.class);
        assertNewest(30, 20, "[20]");
    }

    private void write(long seq, String state) {
        snapshots.write(seq, state.getBytes(UTF_8));
    }

    private void assertNewest(long lastSeq, long seq, String state) {
        var newest = Objects.requireNonNull(snapshots.newest(lastSeq).orElse(null));
        assertThat(newest.seq()).isEqualTo(seq);
        assertThat(new String(newest.state(), UTF_8)).isEqualTo(state);
    }
}
