package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.ChildJvm;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class RecoveryTest {
    private static final String FIRST = "events-20260131T120000123Z.jsonl";

    @AutoClose
    private final TestJournal journal;

    RecoveryTest(@TempDir Path root) throws IOException {
        journal = new TestJournal(root);
    }

    @Test
    void aWholeJournalGoesOnInItsFile() throws IOException {
        journal.write(3);
        try (var writer = journal.resume()) {
            assertThat(writer.recovery()).isEmpty();
            assertThat(writer.nextSeq()).isEqualTo(4);
            writer.append(List.of(TestJournal.entry(4))).join();
        }
        assertThat(journal.files()).containsExactly(FIRST);
        assertThat(journal.entries()).hasSize(4);
    }

    @Test
    void aTornTailIsCutAndToldFirst() throws IOException {
        journal.write(3);
        var content = Files.readString(journal.file());
        Files.writeString(journal.file(), content + "{\"v\":1,\"seq\":4,\"tim");
        try (var writer = journal.resume()) {
            var recovery = writer.recovery().orElseThrow();
            assertThat(recovery)
                    .isEqualTo(new Entry(
                            4,
                            TestJournal.TIME,
                            30,
                            "journal_recovered",
                            TestJournal.RUN,
                            null,
                            TestJournal.fields("{\"dropped_bytes\":19}")));
            assertThat(journal.entries()).last().isEqualTo(recovery);
            writer.append(List.of(TestJournal.entry(5))).join();
        }
        assertThat(Files.readString(journal.file())).startsWith(content + "{\"v\":1,\"seq\":4,\"timestamp\"");
        assertThat(journal.entries()).hasSize(5);
        assertThat(journal.ending()).isEqualTo(new JournalEnd.Complete());
    }

    @Test
    void aJournalCutAnywhereGoesOn() throws IOException {
        journal.write(6);
        var file = journal.file();
        var content = Files.readAllBytes(file);
        for (int size = 0; size <= content.length; size++) {
            Files.write(file, Arrays.copyOf(content, size));
            long before;
            try (var reader = journal.readAll()) {
                before = reader.lastSeq();
            }
            boolean whole = size == 0 || content[size - 1] == '\n';
            try (var writer = journal.resume()) {
                assertThat(writer.nextSeq()).isEqualTo(before + (whole ? 1 : 2));
                writer.append(List.of(TestJournal.entry(writer.nextSeq()))).join();
            }
            try (var reader = journal.readAll()) {
                assertThat(reader.ending()).isEqualTo(new JournalEnd.Complete());
                assertThat(reader.lastSeq()).isEqualTo(before + (whole ? 1 : 2));
            }
        }
    }

    @Test
    void aTailOverSeveralFilesIsCutFromAll() throws IOException {
        journal.write(2);
        Files.writeString(journal.file(), "half", StandardOpenOption.APPEND);
        Files.writeString(journal.folder.resolve("events-20260131T120000124Z.jsonl"), "\0\0");
        try (var writer = journal.resume()) {
            assertThat(writer.recovery().orElseThrow().fields()).isEqualTo(TestJournal.fields("{\"dropped_bytes\":6}"));
        }
        assertThat(journal.ending()).isEqualTo(new JournalEnd.Complete());
        assertThat(journal.entries()).hasSize(3);
    }

    @Test
    void aRecoveryThatCannotBeWrittenIsAFailure() throws IOException {
        journal.write(2);
        Files.writeString(journal.file(), "half", StandardOpenOption.APPEND);
        journal.disk.space.set(0);
        assertThatThrownBy(journal::resume).isInstanceOf(StorageFailure.class).hasMessageContaining("No space left");
        journal.disk.space.set(Long.MAX_VALUE);
        journal.resume().close();
        assertThat(journal.entries()).hasSize(2);
    }

    @Test
    void aCutIsForcedBeforeAnythingIsAppended() throws IOException {
        journal.write(2);
        Files.writeString(journal.file(), "half", StandardOpenOption.APPEND);
        journal.disk.forgetCalls();
        journal.resume().close();
        assertThat(journal.disk.calls()).startsWith("open " + FIRST, "truncate " + FIRST, "force " + FIRST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"damage\n", "{\"v\":1,\"seq\":9,\"crc\":\"00000000\"}\n"})
    void aDamagedJournalIsRefusedAndLeftAlone(String damage) throws IOException {
        journal.write(3);
        var content = damage + Files.readString(journal.file());
        Files.writeString(journal.file(), content);
        assertThatThrownBy(journal::resume)
                .isInstanceOf(JournalDamaged.class)
                .hasMessageStartingWith("the journal is damaged: " + journal.file() + " line 1 (byte 0): ");
        assertThat(journal.file()).hasContent(content);
    }

    @Test
    void aNewerJournalIsRefused() throws IOException {
        journal.write(1);
        Files.writeString(journal.file(), LineTest.sealed("{\"v\":2"), StandardOpenOption.APPEND);
        assertThatThrownBy(journal::resume).isInstanceOf(StorageFailure.class).hasMessageContaining("newer version");
    }

    @Test
    void aJournalThatHasGrownSinceItWasReadIsRefused() throws IOException {
        journal.write(2);
        try (var reader = journal.readAll()) {
            try (var writer = journal.resume()) {
                writer.append(List.of(TestJournal.entry(3))).join();
            }
            assertThat(reader.isBehind(journal.folder)).isTrue();
        }
        try (var reader = journal.readAll()) {
            assertThat(reader.isBehind(journal.folder)).isFalse();
        }
    }

    @Test
    void anArchivedJournalGoesOnInANewFile() throws IOException {
        journal.write(2);
        pack(Files.readString(journal.file()));
        try (var writer = journal.resume()) {
            writer.append(List.of(TestJournal.entry(3))).join();
        }
        assertThat(journal.files()).containsExactly(FIRST + ".gz", "events-20260131T120000124Z.jsonl");
        assertThat(journal.entries()).hasSize(3);
    }

    @Test
    void anArchiveWithATornTailCannotBeMended() throws IOException {
        journal.write(2);
        pack(Files.readString(journal.file()) + "half");
        assertThat(journal.ending()).isInstanceOf(JournalEnd.TornTail.class);
        assertThatThrownBy(journal::resume).isInstanceOf(JournalDamaged.class);
    }

    @Test
    void aRealFileLimitEndsInACleanJournal() throws Exception {
        var root = journal.folder.getParent().resolve("limited");
        try (var child = ChildJvm.start("ulimit -f 64", WriteUntilFull.class, root.toString())) {
            assertThat(child.line()).isEqualTo("file_limit");
            assertThat(child.line()).isEqualTo("last true");
            assertThat(child.exitCode()).isZero();
        }
        try (var limited = new TestJournal(root)) {
            assertThat(limited.ending()).isEqualTo(new JournalEnd.Complete());
            assertThat(limited.entries())
                    .hasSizeGreaterThan(100)
                    .last()
                    .extracting(Entry::eventType)
                    .isEqualTo("workflow_interrupted");
            try (var writer = limited.resume()) {
                writer.append(List.of(TestJournal.entry(writer.nextSeq()))).join();
            }
            assertThat(limited.ending()).isEqualTo(new JournalEnd.Complete());
        }
    }

    private void pack(String content) throws IOException {
        var file = journal.file();
        try (var out = new GZIPOutputStream(Files.newOutputStream(file.resolveSibling(file.getFileName() + ".gz")))) {
            out.write(content.getBytes(UTF_8));
        }
        Files.delete(file);
    }
}
