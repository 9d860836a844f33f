package dev.prodigy.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Spec 05 §5.4, `fsck --salvage`.
class JournalSalvageTest {
    @TempDir
    Path root;

    @Test
    void whereverASalvageIsCutOffTheNextGoesOnAndNobodyReadsInBetween() throws IOException {
        boolean done = false;
        int allowed = 0;
        for (; !done; allowed++) {
            try (var journal = damaged(root.resolve("renames-" + allowed))) {
                journal.disk.renames.set(allowed);
                var salvage = new JournalSalvage(journal.lock(), journal.disk, () -> TestJournal.TIME);
                try {
                    salvage.carryOut();
                    done = true;
                } catch (StorageFailure cutOff) {
                    assertThat(JournalBeginning.isIn(journal.folder)).isTrue();
                    assertThat(journal.ending()).isInstanceOf(JournalEnd.Damaged.class);
                    try (var reader = journal.readAll()) {
                        assertThatThrownBy(reader::requireUsable).isInstanceOf(JournalDamaged.class);
                    }
                    journal.disk.renames.set(Integer.MAX_VALUE);
                    salvage.carryOut();
                }
                assertThat(journal.ending()).isEqualTo(new JournalEnd.Complete());
                assertThat(journal.entries().getLast().eventType()).isEqualTo("journal_salvaged");
                assertThat(journal.files()).anyMatch(name -> name.endsWith(".damaged"));
            }
        }
        assertThat(allowed).isGreaterThan(5);
    }

    /// Several files, one of them broken in its midst.
    private static TestJournal damaged(Path root) throws IOException {
        var journal = new TestJournal(root);
        journal.rotateSize = 2000;
        for (int from = 1; from <= 40; from += 10) {
            append(journal, from);
        }
        var names = journal.files();
        assertThat(names).hasSizeGreaterThan(2);
        var file = journal.folder.resolve(names.get(1));
        var bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        return journal;
    }

    private static void append(TestJournal journal, int from) {
        try (var writer = from == 1 ? journal.create() : journal.resume()) {
            for (int seq = from; seq < from + 10; seq++) {
                writer.append(List.of(TestJournal.entry(seq, "{\"text\":\"" + "x".repeat(150) + "\"}")))
                        .join();
            }
        }
    }
}
