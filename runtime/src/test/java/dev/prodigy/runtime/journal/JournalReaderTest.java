package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JournalReaderTest {
    private static final String FIRST = "events-20260131T120000000Z.jsonl";
    private static final String SECOND = "events-20260131T120000001Z.jsonl";

    @AutoClose
    private final TestJournal journal;

    JournalReaderTest(@TempDir Path root) throws IOException {
        journal = new TestJournal(root);
    }

    @Test
    void anEmptyFolderIsAJournalWithoutEvents() {
        assertThat(journal.ending()).isEqualTo(new JournalEnd.Complete());
        assertThat(journal.entries()).isEmpty();
    }

    @Test
    void filesAreReadInOrder() throws IOException {
        write(SECOND, lines(3, 4));
        write(FIRST, lines(1, 2));
        write("events-20260131T120000002Z.jsonl", "");
        write("events-20260131T115959999Z.jsonl", "");
        write("events-notes.jsonl", "not a journal file");
        assertThat(journal.entries()).map(Entry::seq).containsExactly(1L, 2L, 3L, 4L);
        assertThat(journal.ending()).isEqualTo(new JournalEnd.Complete());
    }

    @Test
    void aLineKnowsItsPlace() throws IOException {
        write(FIRST, lines(1, 2));
        write(SECOND, lines(3, 3));
        try (var reader = JournalReader.open(journal.folder)) {
            reader.next();
            reader.next();
            assertThat(reader.line().file()).isEqualTo(journal.folder.resolve(FIRST));
            assertThat(reader.line().lineNumber()).isEqualTo(2);
            assertThat(reader.line().offset()).isEqualTo(lines(1, 1).length());
            assertThat(reader.line()).hasToString(lines(2, 2).strip());
            assertThatThrownBy(reader::ending).isInstanceOf(IllegalStateException.class);
            reader.next();
            assertThat(reader.line().lineNumber()).isEqualTo(1);
            assertThat(reader.line().offset()).isZero();
            assertThat(reader.next()).isFalse();
            assertThat(reader.next()).isFalse();
            assertThat(reader.lastSeq()).isEqualTo(3);
            assertThat(reader.lastElapsedMs()).isEqualTo(30);
        }
    }

    @Test
    void aJournalCutAnywhereHasItsLongestValidPrefix() throws IOException {
        long events = 40;
        var text = new StringBuilder();
        for (int seq = 1; seq <= events; seq++) {
            text.append(LineTest.encode(
                    TestJournal.entry(seq, "{\"a\":\"" + "x".repeat(700 + seq * 37 % 400) + "\"}")));
        }
        write(FIRST, text.toString());
        var file = journal.folder.resolve(FIRST);
        var content = Files.readAllBytes(file);
        assertThat(content).hasSizeGreaterThan(40_000);
        try (var cut = new RandomAccessFile(file.toFile(), "rw")) {
            for (int size = content.length - 1; size >= 0; size--) {
                cut.setLength(size);
                events -= content[size] == '\n' ? 1 : 0;
                boolean whole = size == 0 || content[size - 1] == '\n';
                try (var reader = journal.readAll()) {
                    assertThat(reader.lastSeq()).isEqualTo(events);
                    if (whole) {
                        assertThat(reader.ending()).isEqualTo(new JournalEnd.Complete());
                    } else {
                        long start = reader.position().offset();
                        assertThat(reader.ending()).isEqualTo(new JournalEnd.TornTail(file, start, size - start));
                    }
                }
            }
        }
    }

    @Test
    void aFlippedBitInAMiddleLineIsDamage() throws IOException {
        journal.write(9);
        var file = journal.file();
        var content = Files.readAllBytes(file);
        var text = new String(content, UTF_8);
        int from = nthLine(text, 5);
        int to = nthLine(text, 6);
        for (int at = from; at < to; at++) {
            for (int bit = 0; bit < 8; bit++) {
                var flipped = content.clone();
                flipped[at] ^= (byte) (1 << bit);
                Files.write(file, flipped);
                try (var reader = journal.readAll()) {
                    assertThat(reader.lastSeq()).isEqualTo(4);
                    assertThat(reader.ending()).isInstanceOfSatisfying(JournalEnd.Damaged.class, damaged -> {
                        assertThat(damaged.damage().file()).isEqualTo(file);
                        assertThat(damaged.damage().line()).isEqualTo(5);
                        assertThat(damaged.damage().offset()).isEqualTo(from);
                        assertThat(damaged.damage().kind()).isIn(Damage.Kind.CHECKSUM, Damage.Kind.SYNTAX);
                    });
                }
            }
        }
    }

    @Test
    void aFlippedBitInTheLastButOneLineIsDamageEvenInItsEnd() throws IOException {
        journal.write(4);
        var content = Files.readAllBytes(journal.file());
        int end = nthLine(new String(content, UTF_8), 4) - 1;
        assertThat(content[end]).isEqualTo((byte) '\n');
        for (int bit = 0; bit < 8; bit++) {
            var flipped = content.clone();
            flipped[end] ^= (byte) (1 << bit);
            Files.write(journal.file(), flipped);
            assertThat(journal.ending()).isInstanceOf(JournalEnd.Damaged.class);
        }
    }

    @Test
    void aFlippedBitInTheLastLineIsATornTail() throws IOException {
        journal.write(4);
        var content = Files.readAllBytes(journal.file());
        int from = nthLine(new String(content, UTF_8), 4);
        for (int at = from; at < content.length; at++) {
            var flipped = content.clone();
            flipped[at] ^= 1;
            Files.write(journal.file(), flipped);
            assertThat(journal.ending())
                    .isEqualTo(new JournalEnd.TornTail(journal.file(), from, content.length - from));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"v\":1,\"seq\":3",
                "\0\0\0\0",
                "\0\0\0\0\n",
                "\n",
                "\n\n\n",
                "garbage\nmore\ngarbage",
                "{\"v\":1,\"seq\":3,\"crc\":\"00000000\"}\n",
                "{\"v\":2,\"seq\":3,\"crc\":\"00000000\"}\n",
            })
    void invalidBytesAtTheEndAreATornTail(String tail) throws IOException {
        write(FIRST, lines(1, 2) + tail);
        long start = lines(1, 2).length();
        assertThat(journal.ending())
                .isEqualTo(new JournalEnd.TornTail(journal.folder.resolve(FIRST), start, tail.length()));
        assertThat(journal.entries()).hasSize(2);
    }

    @Test
    void aTornTailMayReachIntoLaterFiles() throws IOException {
        write(FIRST, lines(1, 2) + "half");
        write(SECOND, "\0\0\0\0\0");
        write("events-20260131T120000002Z.jsonl", "");
        long start = lines(1, 2).length();
        assertThat(journal.ending()).isEqualTo(new JournalEnd.TornTail(journal.folder.resolve(FIRST), start, 9));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            half                                          | SYNTAX
            {"v":1,"seq":3,"crc":"00000000"}              | CHECKSUM
            {"v":2,"seq":3,"crc":"00000000"}              | CHECKSUM
            ''                                            | SYNTAX
            """)
    void anInvalidLineFollowedByAValidOneIsDamage(String invalid, Damage.Kind kind) throws IOException {
        write(FIRST, lines(1, 2) + invalid + "\n" + lines(3, 3));
        assertDamage(FIRST, 3, lines(1, 2).length(), kind);
        write(FIRST, lines(1, 2) + invalid + "\n" + "more\n" + lines(4, 4));
        assertDamage(FIRST, 3, lines(1, 2).length(), kind);
        write(FIRST, lines(1, 2) + invalid + "\n");
        write(SECOND, lines(3, 3));
        assertDamage(FIRST, 3, lines(1, 2).length(), kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"half", "\0\0\0", "{\"v\":1,\"seq\":3,\"crc\":\"00000000\"}"})
    void aValidLineBehindALostLineEndIsNotOverlooked(String invalid) throws IOException {
        write(FIRST, lines(1, 2) + invalid + LineTest.encode(TestJournal.entry(3, "{\"a\":{\"v\":1}}")));
        assertDamage(FIRST, 3, lines(1, 2).length(), Damage.Kind.SYNTAX, Damage.Kind.CHECKSUM);
    }

    @Test
    void aLineOfANewerVersionBehindAnInvalidOneIsDamageToo() throws IOException {
        write(FIRST, lines(1, 2) + "half\n" + LineTest.sealed("{\"v\":2"));
        assertDamage(FIRST, 3, lines(1, 2).length(), Damage.Kind.SYNTAX);
    }

    @ParameterizedTest
    @CsvSource({"3,3,1", "1,1,2", "2,2,1", "4,4,1", "1,3,4"})
    void aGapOrRepetitionIsDamage(long seq, long lastBefore, long line) throws IOException {
        long before = Math.min(lastBefore, 3) == 3 && line == 1 ? 0 : line - 1;
        write(FIRST, (before == 0 ? "" : lines(1, before)) + lines(seq, seq));
        assertDamage(FIRST, line, before == 0 ? 0 : lines(1, before).length(), Damage.Kind.SEQUENCE);
    }

    @Test
    void aMissingFileIsAGap() throws IOException {
        write(FIRST, lines(1, 2));
        write(SECOND, lines(5, 6));
        assertDamage(SECOND, 1, 0, Damage.Kind.SEQUENCE);
    }

    @Test
    void aNewerVersionIsNamed() throws IOException {
        write(FIRST, lines(1, 2) + LineTest.sealed("{\"v\":7,\"sequence\":3"));
        assertThat(journal.ending())
                .isEqualTo(new JournalEnd.Newer(
                        journal.folder.resolve(FIRST), 3, lines(1, 2).length(), 7));
        assertThat(JournalCheck.of(journal.folder).damage())
                .filteredOn(damage -> damage.line() == 3)
                .extracting(Damage::offset)
                .containsExactly((long) lines(1, 2).length());
        try (var reader = journal.readAll()) {
            assertThatThrownBy(reader::requireUsable)
                    .isInstanceOfSatisfying(
                            StorageFailure.class,
                            e -> assertThat(e.reason()).isEqualTo(StorageFailure.Reason.NEWER_VERSION))
                    .hasMessageContaining(FIRST + " line 3 was written by a newer version of the program (7)");
        }
    }

    @Test
    void aLineOverAMebibyteIsInvalidAndSkipped() throws IOException {
        var huge = "x".repeat(3 << 20);
        write(FIRST, lines(1, 1) + huge);
        assertThat(journal.ending())
                .isEqualTo(new JournalEnd.TornTail(
                        journal.folder.resolve(FIRST), lines(1, 1).length(), huge.length()));
        write(FIRST, lines(1, 1) + huge + "\n" + lines(2, 2));
        assertDamage(FIRST, 2, lines(1, 1).length(), Damage.Kind.SYNTAX);
        write(FIRST, lines(1, 1) + huge + lines(2, 2));
        assertDamage(FIRST, 2, lines(1, 1).length(), Damage.Kind.SYNTAX);
    }

    @Test
    void linesAcrossTheBordersOfTheBufferAreRead() throws IOException {
        var text = new StringBuilder();
        for (int seq = 1; seq <= 300; seq++) {
            text.append(LineTest.encode(TestJournal.entry(
                    seq, "{\"a\":\"" + "x".repeat(seq * 53 % 9000) + "\",\"b\":\"" + "y".repeat(seq) + "\"}")));
        }
        write(FIRST, text.toString());
        assertThat(journal.entries())
                .hasSize(300)
                .last()
                .isEqualTo(TestJournal.entry(
                        300, "{\"a\":\"" + "x".repeat(300 * 53 % 9000) + "\",\"b\":\"" + "y".repeat(300) + "\"}"));
    }

    @Test
    void archivedFilesAreReadInPlace() throws IOException {
        pack(FIRST, lines(1, 2));
        write(SECOND, lines(3, 3));
        assertThat(journal.entries()).hasSize(3);
        assertThat(journal.ending()).isEqualTo(new JournalEnd.Complete());
        write(FIRST, lines(1, 2));
        assertThat(journal.entries()).hasSize(3);
    }

    @Test
    void aBrokenArchiveIsDamage() throws IOException {
        pack(FIRST, lines(1, 50));
        var archive = journal.folder.resolve(FIRST + ".gz");
        var content = Files.readAllBytes(archive);
        Files.write(archive, Arrays.copyOf(content, content.length / 2));
        assertThat(journal.ending()).isInstanceOfSatisfying(JournalEnd.Damaged.class, damaged -> {
            assertThat(damaged.damage().kind()).isEqualTo(Damage.Kind.CHECKSUM);
            assertThat(damaged.damage().file()).isEqualTo(archive);
        });
        Files.write(archive, new byte[] {1, 2, 3});
        assertThat(journal.ending()).isInstanceOf(JournalEnd.Damaged.class);
    }

    @Test
    void oneFileIsReadFromItsOwnStart() throws IOException {
        write(FIRST, lines(1, 2));
        write(SECOND, lines(3, 5));
        try (var reader = JournalReader.openFile(journal.folder.resolve(SECOND))) {
            reader.next();
            assertThat(reader.line().seq()).isEqualTo(3);
            while (reader.next()) {}
            assertThat(reader.lastSeq()).isEqualTo(5);
            assertThat(reader.ending()).isEqualTo(new JournalEnd.Complete());
        }
    }

    @Test
    void aCopyIsReadWhateverItIsCalled() throws IOException {
        write(FIRST, lines(1, 2));
        var copy = Files.copy(journal.folder.resolve(FIRST), journal.folder.resolve("copy.txt"));
        try (var reader = JournalReader.openFile(copy)) {
            while (reader.next()) {}
            assertThat(reader.lastSeq()).isEqualTo(2);
        }
    }

    @Test
    void readingDoesNotMindAnInterrupt() throws Exception {
        write(FIRST, lines(1, 2));
        Thread.currentThread().interrupt();
        var entries = journal.entries();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(entries).hasSize(2);
    }

    private void assertDamage(String file, long line, long offset, Damage.Kind... kinds) {
        assertThat(journal.ending()).isInstanceOfSatisfying(JournalEnd.Damaged.class, damaged -> {
            assertThat(damaged.damage().file()).isEqualTo(journal.folder.resolve(file));
            assertThat(damaged.damage().line()).isEqualTo(line);
            assertThat(damaged.damage().offset()).isEqualTo(offset);
            assertThat(damaged.damage().kind()).isIn((Object[]) kinds);
        });
    }

    private void write(String name, String content) throws IOException {
        Files.writeString(journal.folder.resolve(name), content);
    }

    private void pack(String name, String content) throws IOException {
        try (var out = new GZIPOutputStream(Files.newOutputStream(journal.folder.resolve(name + ".gz")))) {
            out.write(content.getBytes(UTF_8));
        }
    }

    private static String lines(long from, long to) {
        var text = new StringBuilder();
        for (long seq = from; seq <= to; seq++) {
            text.append(LineTest.encode(TestJournal.entry(seq)));
        }
        return text.toString();
    }

    /// @return where the line of this number, from 1, begins
    private static int nthLine(String text, int number) {
        int at = 0;
        for (int i = 1; i < number; i++) {
            at = text.indexOf('\n', at) + 1;
        }
        return at;
    }
}
