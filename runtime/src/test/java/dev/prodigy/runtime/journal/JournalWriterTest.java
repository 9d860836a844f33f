package dev.prodigy.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.home.StorageFailure.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class JournalWriterTest {
    private static final String FIRST = "events-20260131T120000123Z.jsonl";

    @AutoClose
    private final TestJournal journal;

    JournalWriterTest(@TempDir Path root) throws IOException {
        journal = new TestJournal(root);
    }

    @Test
    void whatIsAppendedIsRead() throws IOException {
        try (var writer = journal.create()) {
            assertThat(writer.nextSeq()).isEqualTo(1);
            writer.append(entries(1, 3)).join();
            writer.append(entries(4, 4)).join();
            assertThat(writer.nextSeq()).isEqualTo(5);
            assertThat(writer.recovery()).isEmpty();
        }
        assertThat(journal.entries()).isEqualTo(entries(1, 4));
        assertThat(journal.files()).containsExactly(FIRST);
    }

    @Test
    void nothingIsCreatedBeforeTheFirstEventButTheReserve() throws IOException {
        try (var _ = journal.create()) {
            assertThat(journal.files()).containsExactly("run.reserve");
        }
        assertThat(journal.files()).isEmpty();
    }

    @Test
    void aNewFileAndItsFolderAreForcedBeforeItsFirstEventCounts() {
        try (var writer = journal.create()) {
            journal.disk.forgetCalls();
            writer.append(entries(1, 1)).join();
            assertThat(journal.disk.calls())
                    .containsExactly(
                            "create " + FIRST, "forceFolder " + TestJournal.RUN, "write " + FIRST, "force " + FIRST);
            journal.disk.forgetCalls();
            writer.append(entries(2, 2)).join();
            assertThat(journal.disk.calls()).containsExactly("write " + FIRST, "force " + FIRST);
        }
    }

    @Test
    void whatComesDuringAForceSharesTheNextOne() throws Exception {
        var forces = new Gate();
        journal.disk.beforeForce = _ -> forces.pass();
        try (var writer = journal.create()) {
            var first = writer.append(entries(1, 1));
            forces.awaitArrival();
            var waiting = new ArrayList<CompletableFuture<Void>>();
            for (long seq = 2; seq <= 65; seq++) {
                waiting.add(writer.append(entries(seq, seq)));
            }
            assertThat(first).isNotDone();
            forces.open();
            first.join();
            waiting.forEach(CompletableFuture::join);
        }
        assertThat(journal.disk.calls()).filteredOn(("force " + FIRST)::equals).hasSize(2);
        assertThat(journal.disk.calls()).filteredOn(("write " + FIRST)::equals).hasSize(2);
        assertThat(journal.entries()).isEqualTo(entries(1, 65));
    }

    @Test
    void nothingIsAcknowledgedBeforeItIsForced() throws Exception {
        var forces = new Gate();
        journal.disk.beforeForce = _ -> forces.pass();
        try (var writer = journal.create()) {
            var done = writer.append(entries(1, 1));
            forces.awaitArrival();
            assertThat(journal.entries()).hasSize(1);
            assertThat(done).isNotDone();
            forces.open();
            done.join();
        }
    }

    @Test
    void anEmptyAppendWaitsForWhatWasAppendedBefore() {
        journal.durability = Durability.RELAXED;
        try (var writer = journal.create()) {
            var before = writer.append(entries(1, 1));
            writer.append(List.of(), Durability.STRICT).join();
            assertThat(before).isCompleted();
            assertThat(journal.disk.calls()).contains("force " + FIRST);
            assertThat(journal.entries()).hasSize(1);
        }
    }

    @Test
    void anEmptyAppendForcesNothingThatIsForced() {
        try (var writer = journal.create()) {
            writer.append(List.of()).join();
            writer.append(entries(1, 1)).join();
            journal.disk.forgetCalls();
            for (int i = 0; i < 100; i++) {
                writer.append(List.of(), Durability.STRICT).join();
            }
            assertThat(journal.disk.calls()).isEmpty();
        }
    }

    @Test
    void anEmptyAppendWaitsForTheForceThatIsUnderWay() throws Exception {
        var forces = new Gate();
        journal.disk.beforeForce = _ -> forces.pass();
        try (var writer = journal.create()) {
            var first = writer.append(entries(1, 1));
            forces.awaitArrival();
            var empty = writer.append(List.of());
            assertThat(empty).isNotDone();
            forces.open();
            empty.join();
            assertThat(first).isCompleted();
        }
    }

    @Test
    void aRelaxedJournalAcknowledgesBeforeTheForceAndForcesSoon() throws Exception {
        journal.durability = Durability.RELAXED;
        var forced = new CountDownLatch(1);
        journal.disk.beforeForce = _ -> forced.countDown();
        try (var writer = journal.create()) {
            writer.append(entries(1, 1)).join();
            assertThat(forced.await(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(journal.entries()).hasSize(1);
    }

    @Test
    void aRelaxedJournalForcesWhatMustBeStrict() {
        journal.durability = Durability.RELAXED;
        try (var writer = journal.create()) {
            writer.append(entries(1, 1), Durability.STRICT).join();
            assertThat(journal.disk.calls()).contains("force " + FIRST);
        }
    }

    @Test
    void aStrictJournalStaysStrict() {
        try (var writer = journal.create()) {
            writer.append(entries(1, 1), Durability.RELAXED).join();
            assertThat(journal.disk.calls()).contains("force " + FIRST);
        }
    }

    @Test
    void closingForcesARelaxedJournal() {
        journal.durability = Durability.RELAXED;
        try (var writer = journal.create()) {
            writer.append(entries(1, 1)).join();
        }
        assertThat(journal.disk.calls()).contains("force " + FIRST);
    }

    @Test
    void aFailedRelaxedForceIsToldThoughNobodyWaits() {
        journal.durability = Durability.RELAXED;
        journal.disk.failingForces.set(1);
        try (var writer = journal.create()) {
            writer.append(entries(1, 1)).join();
            var failure = writer.poisoned().toCompletableFuture().join();
            assertThat(failure.reason()).isEqualTo(Reason.IO_ERROR);
            assertFails(writer.append(entries(2, 2)), failure);
        }
        assertThat(journal.entries()).hasSize(1);
    }

    @Test
    void filesAreRotatedBySizeWhateverTheClockSays() throws IOException {
        journal.rotateSize = 600;
        try (var writer = journal.create()) {
            for (long seq = 1; seq <= 9; seq++) {
                journal.now = TestJournal.TIME.minus(Duration.ofHours(seq == 1 ? 0 : seq));
                writer.append(entries(seq, seq)).join();
            }
        }
        assertThat(journal.files())
                .containsExactly(FIRST, "events-20260131T120000124Z.jsonl", "events-20260131T120000125Z.jsonl");
        assertThat(journal.entries()).isEqualTo(entries(1, 9));
        journal.now = TestJournal.TIME.plusSeconds(60);
        try (var writer = journal.resume()) {
            writer.append(entries(10, 12)).join();
            writer.append(entries(13, 13)).join();
        }
        assertThat(journal.files()).hasSize(4).last().isEqualTo("events-20260131T120100123Z.jsonl");
        assertThat(journal.entries()).isEqualTo(entries(1, 13));
    }

    @Test
    void aRelaxedFileIsForcedBeforeTheNextBegins() {
        journal.durability = Durability.RELAXED;
        journal.rotateSize = 100;
        try (var writer = journal.create()) {
            writer.append(entries(1, 1)).join();
            writer.append(entries(2, 2)).join();
        }
        var calls = journal.disk.calls();
        assertThat(calls.indexOf("force " + FIRST))
                .isPositive()
                .isLessThan(calls.indexOf("create events-20260131T120000124Z.jsonl"));
    }

    @Test
    void seqNumbersMustGoOn() {
        try (var writer = journal.create()) {
            assertThatThrownBy(() -> writer.append(entries(2, 2)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("seq 2 where 1 belongs");
            assertThatThrownBy(() -> writer.append(List.of(TestJournal.entry(1), TestJournal.entry(3))))
                    .isInstanceOf(IllegalArgumentException.class);
            writer.append(entries(1, 1)).join();
            assertThatThrownBy(() -> writer.append(entries(1, 1))).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(journal.entries()).isEqualTo(entries(1, 1));
    }

    @Test
    void aLineOverAMebibyteIsRefusedAndNothingIsAppended() {
        var fields = new StringBuilder("{");
        for (int i = 0; i < 80; i++) {
            fields.append("\"f")
                    .append(i)
                    .append("\":\"")
                    .append("x".repeat(16_000))
                    .append("\",");
        }
        var tooLong = TestJournal.entry(2, fields.append("\"end\":1}").toString());
        try (var writer = journal.create()) {
            var refused = List.of(TestJournal.entry(1), tooLong);
            assertThatThrownBy(() -> writer.append(refused)).isInstanceOf(IllegalArgumentException.class);
            writer.append(entries(1, 1)).join();
        }
        assertThat(journal.entries()).isEqualTo(entries(1, 1));
    }

    @Test
    void interruptsOfThoseWhoAppendDoNotMatter() throws Exception {
        try (var writer = journal.create()) {
            for (long seq = 1; seq <= 20; seq++) {
                long number = seq;
                var thread = Thread.ofPlatform().start(() -> {
                    Thread.currentThread().interrupt();
                    writer.append(entries(number, number)).join();
                });
                thread.join();
            }
        }
        assertThat(journal.entries()).isEqualTo(entries(1, 20));
    }

    @Test
    void manyThreadsAppendInTheOrderOfTheirNumbers() throws Exception {
        long threads = 64;
        int each = 50;
        try (var writer = journal.create()) {
            var running = new ArrayList<Thread>();
            for (int t = 0; t < threads; t++) {
                running.add(Thread.startVirtualThread(() -> {
                    for (int i = 0; i < each; i++) {
                        CompletableFuture<Void> done;
                        synchronized (running) {
                            long seq = writer.nextSeq();
                            done = writer.append(entries(seq, seq));
                        }
                        done.join();
                    }
                }));
            }
            for (var thread : running) {
                thread.join();
            }
        }
        assertThat(journal.entries()).isEqualTo(entries(1, threads * each));
    }

    @Test
    void largeBatchesArriveWhole() {
        try (var writer = journal.create()) {
            var first = writer.append(entries(1, 40_000));
            writer.append(entries(40_001, 40_010)).join();
            writer.append(entries(40_011, 40_012)).join();
            assertThat(first).isCompleted();
        }
        try (var reader = journal.readAll()) {
            assertThat(reader.lastSeq()).isEqualTo(40_012);
            assertThat(reader.ending()).isEqualTo(new JournalEnd.Complete());
        }
    }

    @Test
    void aClosedWriterRefuses() {
        var writer = journal.create();
        var last = writer.append(entries(1, 1));
        writer.close();
        writer.close();
        assertThat(last).isCompleted();
        assertThat(writer.append(entries(2, 2)))
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        StorageFailure.class, e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
        assertThat(journal.entries()).isEqualTo(entries(1, 1));
    }

    @Test
    void aJournalIsNotBegunTwice() {
        journal.write(1);
        assertThatThrownBy(journal::create).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theModesAreThoseOfOneUser() throws IOException {
        try (var writer = journal.create()) {
            writer.append(entries(1, 1)).join();
            for (var name : journal.files()) {
                assertThat(Files.getPosixFilePermissions(journal.folder.resolve(name)))
                        .hasSize(2);
            }
        }
    }

    static List<Entry> entries(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(TestJournal::entry).toList();
    }

    private static void assertFails(CompletableFuture<Void> future, StorageFailure failure) {
        assertThat(future)
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .withCause(failure);
    }
}
