package dev.prodigy.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFollowerTest {
    private static final String FIRST = "events-20260131T120000000Z.jsonl";
    private static final String SECOND = "events-20260131T120000001Z.jsonl";

    @AutoClose
    private final TestJournal journal;

    private final JournalFollower follower;
    private final List<Long> seen = new ArrayList<>();

    JournalFollowerTest(@TempDir Path root) throws IOException {
        journal = new TestJournal(root);
        follower = new JournalFollower(journal.folder);
    }

    @Test
    void eachEventIsHandedOverOnce() throws IOException {
        assertThat(poll()).isInstanceOf(JournalEnd.Complete.class);
        append(FIRST, line(1) + line(2));
        poll();
        assertThat(seen).containsExactly(1L, 2L);
        poll();
        append(FIRST, line(3));
        poll();
        poll();
        assertThat(seen).containsExactly(1L, 2L, 3L);
    }

    @Test
    void anUnfinishedLineIsWaitedFor() throws IOException {
        append(FIRST, line(1) + line(2).substring(0, 30));
        assertThat(poll()).isInstanceOf(JournalEnd.TornTail.class);
        assertThat(poll()).isInstanceOf(JournalEnd.TornTail.class);
        append(FIRST, line(2).substring(30));
        assertThat(poll()).isInstanceOf(JournalEnd.Complete.class);
        assertThat(seen).containsExactly(1L, 2L);
    }

    @Test
    void aNewFileIsFollowed() throws IOException {
        append(FIRST, line(1));
        poll();
        append(FIRST, line(2));
        append(SECOND, line(3));
        poll();
        append(SECOND, line(4));
        poll();
        assertThat(seen).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void linesThatWereCutAndWrittenAnewDoNotStopIt() throws IOException {
        append(FIRST, line(1) + line(2) + line(3));
        poll();
        truncate(line(1).length());
        append(FIRST, LineTest.encode(TestJournal.entry(2, "{\"other\":true}")));
        poll();
        append(FIRST, line(3) + line(4) + line(5));
        poll();
        poll();
        assertThat(seen).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void anArchivedFileDoesNotStopIt() throws IOException {
        append(FIRST, line(1));
        poll();
        Files.delete(journal.folder.resolve(FIRST));
        append(SECOND, line(1) + line(2));
        poll();
        assertThat(seen).containsExactly(1L, 2L);
    }

    @Test
    void damageIsToldEachTime() throws IOException {
        append(FIRST, line(1) + "damage\n" + line(2));
        assertThat(poll()).isInstanceOf(JournalEnd.Damaged.class);
        assertThat(poll()).isInstanceOf(JournalEnd.Damaged.class);
        assertThat(seen).containsExactly(1L);
    }

    @Test
    void aLiveWriterIsFollowed() {
        try (var writer = journal.create()) {
            for (long seq = 1; seq <= 50; seq++) {
                writer.append(List.of(TestJournal.entry(seq))).join();
                poll();
                assertThat(seen).hasSize((int) seq);
            }
        }
    }

    private JournalEnd poll() {
        return follower.poll(line -> seen.add(line.seq()));
    }

    private void append(String file, String content) throws IOException {
        Files.writeString(journal.folder.resolve(file), content, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void truncate(long size) throws IOException {
        try (var file = new RandomAccessFile(journal.folder.resolve(FIRST).toFile(), "rw")) {
            file.setLength(size);
        }
    }

    private static String line(long seq) {
        return LineTest.encode(TestJournal.entry(seq));
    }
}
