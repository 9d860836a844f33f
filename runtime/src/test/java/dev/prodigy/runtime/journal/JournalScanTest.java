package dev.prodigy.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalScanTest {
    @AutoClose
    private final TestJournal journal;

    private final List<Long> valid = new ArrayList<>();
    private final List<String> damages = new ArrayList<>();

    JournalScanTest(@TempDir Path root) throws IOException {
        journal = new TestJournal(root);
    }

    @Test
    void aWholeJournalHasNoDamage() {
        journal.write(5);
        scan();
        assertThat(valid).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(damages).isEmpty();
    }

    @Test
    void everyValidLineAndEveryDamageIsFound() throws IOException {
        write("events-20260131T120000000Z.jsonl", line(1) + "x\n" + line(3) + line(3) + "half" + line(5));
        write(
                "events-20260131T120000001Z.jsonl",
                line(6).replace("step", "STEP") + line(7) + LineTest.sealed("{\"v\":2"));
        write("events-20260131T120000002Z.jsonl.gz", "no archive");
        write("events-20260131T120000003Z.jsonl", line(8) + "torn");
        scan();
        assertThat(valid).containsExactly(1L, 3L, 3L, 5L, 7L, 8L);
        assertThat(damages)
                .containsExactly(
                        "syntax 2", "sequence 4", "checksum 5", "checksum 1", "syntax 3", "checksum 0", "syntax 2");
    }

    @Test
    void moreNumbersAreMissingThanLinesAreBroken() throws IOException {
        write("events-20260131T120000000Z.jsonl", line(1) + "x\n" + line(4));
        scan();
        assertThat(damages).containsExactly("syntax 2", "sequence 3");
    }

    private void scan() {
        JournalScan.scan(
                journal.folder,
                line -> valid.add(line.seq()),
                damage -> damages.add(damage.kind().code() + " " + damage.line()));
    }

    private void write(String name, String content) throws IOException {
        Files.writeString(journal.folder.resolve(name), content);
    }

    private static String line(long seq) {
        return LineTest.encode(TestJournal.entry(seq));
    }
}
