package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.json.Json;
import dev.prodigy.runtime.home.FaultyDisk;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkflowRecordTest {
    private static final Map<String, String> FILES = Map.of("/a/b.yml", "commands: [x]");
    private static final String SOURCE = "name: größer 🚀\n- shell: \"echo\"\n";

    @TempDir
    Path folder;

    private final FaultyDisk disk = new FaultyDisk();

    @Test
    void whatIsWrittenIsRead() {
        var written = WorkflowRecord.write(
                disk, folder, SOURCE, FILES, Json.parse("{\"mode\":\"standard\",\"n\":1.50}"), false);
        assertThat(WorkflowRecord.read(folder)).isEqualTo(written);
        assertThat(written.source()).isEqualTo(SOURCE);
        assertThat(written.sha256()).matches("[0-9a-f]{64}");
        assertThat(disk.calls())
                .map(call -> call.split(" ", 2)[0])
                .containsExactly("create", "write", "force", "rename", "forceFolder");
    }

    @Test
    void whatIsWithoutItsSecretsSaysSo() {
        var written = WorkflowRecord.write(disk, folder, SOURCE, FILES, Json.parse("{}"), true);
        assertThat(WorkflowRecord.read(folder)).isEqualTo(written);
        assertThat(written.withheld()).isTrue();
    }

    @Test
    void theHashIsThatOfTheBytesBeforeIt() throws Exception {
        var record = WorkflowRecord.write(disk, folder, SOURCE, FILES, Json.parse("{}"), false);
        var text = Files.readString(file());
        var before = text.substring(0, text.indexOf(",\"sha256\":"));
        assertThat(before).startsWith("{\"version\":1,\"source\":\"name: größer");
        assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(before.getBytes(UTF_8))))
                .isEqualTo(record.sha256());
    }

    @Test
    void equalWorkflowsHaveEqualHashes() {
        var one = WorkflowRecord.write(disk, folder, SOURCE, FILES, Json.parse("{}"), false);
        assertThat(WorkflowRecord.write(disk, folder, SOURCE, FILES, Json.parse("{}"), false))
                .isEqualTo(one);
        assertThat(WorkflowRecord.write(disk, folder, SOURCE, FILES, Json.parse("[]"), false)
                        .sha256())
                .isNotEqualTo(one.sha256());
    }

    @Test
    void aFlippedBitIsDamage() throws IOException {
        WorkflowRecord.write(disk, folder, SOURCE, FILES, Json.parse("{\"a\":1}"), false);
        var content = Files.readAllBytes(file());
        for (int at = 0; at < content.length - 1; at++) {
            var flipped = content.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            Files.write(file(), flipped);
            assertDamage();
        }
    }

    @Test
    void aPartOrNothingIsDamage() throws IOException {
        WorkflowRecord.write(disk, folder, SOURCE, FILES, Json.parse("{\"a\":1}"), false);
        var content = Files.readAllBytes(file());
        for (int size = 0; size < content.length - 1; size++) {
            Files.write(file(), Arrays.copyOf(content, size));
            assertDamage();
        }
        Files.delete(file());
        assertDamage();
    }

    @Test
    void aNewerRecordIsRefused() throws Exception {
        var before = "{\"version\":2,\"other\":1";
        var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(before.getBytes(UTF_8)));
        Files.writeString(file(), before + ",\"sha256\":\"" + hash + "\"}\n");
        assertThatThrownBy(() -> WorkflowRecord.read(folder))
                .isInstanceOf(StorageFailure.class)
                .hasMessageContaining("newer version of the program (2)");
    }

    private void assertDamage() {
        assertThatThrownBy(() -> WorkflowRecord.read(folder))
                .isInstanceOfSatisfying(
                        JournalDamaged.class, e -> assertThat(e.damage().file()).isEqualTo(file()));
    }

    private Path file() {
        return folder.resolve("workflow.json");
    }
}
