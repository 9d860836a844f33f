package dev.prodigy.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pass that reads the events looks at the values that they have in segments (spec 05 §5.4).
class ReferredValuesTest {
    @AutoClose
    private final TestJournal journal;

    private final Path segment;

    ReferredValuesTest(@TempDir Path root) throws IOException {
        journal = new TestJournal(root);
        segment = journal.folder.resolve("results-1.jsonl");
    }

    @BeforeEach
    void threeEventsOfWhichTheSecondHasALargeValue() {
        try (var writer = journal.create()) {
            var large = "{\"text\":\"" + "x".repeat(20_000) + "\"}";
            writer.append(List.of(TestJournal.entry(1), TestJournal.entry(2, large), TestJournal.entry(3)))
                    .join();
        }
    }

    @Test
    void wholeValuesLeaveTheEndingAsItIs() throws IOException {
        assertThat(ending()).isEqualTo(new JournalEnd.Complete());
        tear();
        assertThat(ending()).isInstanceOf(JournalEnd.TornTail.class);
    }

    @Test
    void allEventsAreReadBeforeAWrongValueIsTold() throws IOException {
        Files.writeString(segment, Files.readString(segment).replaceFirst("xxx", "xyx"));

        assertDamaged(ending());
        assertThat(journal.ending()).isEqualTo(new JournalEnd.Complete());
    }

    @Test
    void aMissingSegmentIsToldThoughTheJournalIsTorn() throws IOException {
        Files.delete(segment);
        tear();

        assertDamaged(ending());
    }

    @Test
    void damageOfEventsComesFirst() throws IOException {
        Files.delete(segment);
        var lines = Files.readString(journal.file());
        Files.writeString(journal.file(), lines.replaceFirst("\"seq\":2", "\"seq\":7"));

        try (var reader = JournalReader.openWhole(journal.folder)) {
            while (reader.next()) {}
            assertThat(reader.ending())
                    .isInstanceOfSatisfying(
                            JournalEnd.Damaged.class,
                            end -> assertThat(end.damage().file()).isNotEqualTo(segment));
        }
    }

    @Test
    void aFollowerLooksAtThemOnlyWhenItIsToDoSo() throws IOException {
        Files.delete(segment);
        var seen = new ArrayList<Long>();

        assertDamaged(JournalFollower.ofWhole(journal.folder).poll(line -> seen.add(line.seq())));
        assertThat(seen).containsExactly(1L, 2L, 3L);
        assertThat(new JournalFollower(journal.folder).poll(_ -> {})).isEqualTo(new JournalEnd.Complete());
    }

    private JournalEnd ending() {
        try (var reader = JournalReader.openWhole(journal.folder)) {
            while (reader.next()) {}
            assertThat(reader.lastSeq()).isEqualTo(3);
            return reader.ending();
        }
    }

    private void assertDamaged(JournalEnd ending) {
        assertThat(ending).isInstanceOfSatisfying(JournalEnd.Damaged.class, end -> {
            assertThat(end.damage().file()).isEqualTo(segment);
            assertThat(end.damage().kind()).isEqualTo(Damage.Kind.SEGMENT);
        });
    }

    private void tear() throws IOException {
        Files.writeString(journal.file(), "{\"v\":1,", StandardOpenOption.APPEND);
    }
}
