package dev.prodigy.runtime.journal;

import static dev.prodigy.runtime.journal.JournalWriterTest.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.home.StorageFailure.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of a journal whose disk refuses (spec 05 §5.3, 6).
@Timeout(60)
class JournalFaultsTest {
    private static final String FIRST = "events-20260131T120000123Z.jsonl";

    @AutoClose
    private final TestJournal journal;

    JournalFaultsTest(@TempDir Path root) throws IOException {
        journal = new TestJournal(root);
    }

    @Test
    void shortWritesAreContinued() {
        journal.disk.largestWrite = 7;
        journal.write(20);
        assertThat(journal.entries()).hasSize(20);
        assertThat(journal.ending()).isEqualTo(new JournalEnd.Complete());
        assertThat(journal.pauses).isEmpty();
    }

    @Test
    void aDiskThatIsFullForAWhileIsWaitedFor() {
        var line = LineTest.encode(TestJournal.entry(1)).length();
        try (var writer = journal.create()) {
            journal.disk.space.set(line + 10);
            journal.disk.beforeWrite = _ -> {
                if (journal.pauses.size() == 5) {
                    journal.disk.space.set(Long.MAX_VALUE);
                }
            };
            writer.append(entries(1, 3)).join();
        }
        assertThat(journal.pauses).map(Duration::toMillis).containsExactly(50L, 100L, 200L, 400L, 800L);
        assertThat(journal.entries()).isEqualTo(entries(1, 3));
    }

    @Test
    void aFullDiskPoisonsTheWriter() {
        try (var writer = journal.create()) {
            writer.append(entries(1, 1)).join();
            journal.disk.space.set(100);
            var failed = writer.append(entries(2, 3));
            var failure = writer.poisoned().toCompletableFuture().join();
            assertThat(failure.reason()).isEqualTo(Reason.DISK_FULL);
            assertThat(failure)
                    .hasMessage("cannot write " + journal.folder.resolve(FIRST) + ": No space left on device");
            assertFails(failed, failure);
            assertThat(journal.pauses).hasSize(5);
            journal.disk.space.set(Long.MAX_VALUE);
            assertThat(writer.nextSeq()).isEqualTo(2);
            assertFails(writer.append(entries(2, 2)), failure);
        }
        assertThat(journal.entries()).isEqualTo(entries(1, 1));
        assertThat(journal.ending()).isEqualTo(new JournalEnd.Complete());
    }

    @Test
    void whatWaitsWhileTheDiskIsFullFailsToo() throws Exception {
        var writes = new Gate();
        try (var writer = journal.create()) {
            journal.disk.space.set(0);
            journal.disk.beforeWrite = _ -> writes.pass();
            var written = writer.append(entries(1, 1));
            writes.awaitArrival();
            var waiting = writer.append(entries(2, 2));
            writes.open();
            var failure = writer.poisoned().toCompletableFuture().join();
            assertFails(written, failure);
            assertFails(waiting, failure);
        }
        assertThat(journal.entries()).isEmpty();
    }

    @Test
    void theLastEventFindsRoomInTheReserve() {
        try (var writer = journal.create()) {
            writer.append(entries(1, 1)).join();
            journal.disk.space.set(100);
            assertThatThrownBy(writer.append(entries(2, 3))::join).isInstanceOf(CompletionException.class);
            assertThat(writer.appendLast(TestJournal::entry).join()).isTrue();
        }
        assertThat(journal.entries()).isEqualTo(entries(1, 2));
        assertThat(journal.ending()).isEqualTo(new JournalEnd.Complete());
    }

    @Test
    void withoutAnyRoomTheLastEventIsGivenUp() {
        try (var writer = journal.create()) {
            writer.append(entries(1, 1)).join();
            journal.disk.beforeWrite = _ -> {
                throw new IOException("Input/output error");
            };
            assertThatThrownBy(writer.append(entries(2, 3))::join).isInstanceOf(CompletionException.class);
            assertThat(writer.appendLast(TestJournal::entry).join()).isFalse();
        }
        assertThat(journal.entries()).isEqualTo(entries(1, 1));
    }

    @Test
    void aFileThatMayNotGrowIsFollowedByAnotherForTheLastEvent() throws IOException {
        try (var writer = journal.create()) {
            writer.append(entries(1, 1)).join();
            journal.disk.beforeWrite = file -> {
                if (file.endsWith(FIRST)) {
                    throw new IOException("File too large");
                }
            };
            assertThatThrownBy(writer.append(entries(2, 2))::join)
                    .hasCauseInstanceOf(StorageFailure.class)
                    .hasMessageContaining("File too large");
            assertThat(writer.appendLast(TestJournal::entry).join()).isTrue();
        }
        assertThat(journal.files()).containsExactly(FIRST, "events-20260131T120000124Z.jsonl");
        assertThat(journal.entries()).isEqualTo(entries(1, 2));
    }

    @Test
    void theLastEventOfAHealthyWriterFollowsWhatWaits() {
        try (var writer = journal.create()) {
            var before = writer.append(entries(1, 3));
            assertThat(writer.appendLast(TestJournal::entry).join()).isTrue();
            assertThat(before).isCompleted();
            assertThatThrownBy(writer.append(entries(5, 5))::join).hasMessageContaining("is closed");
            assertThat(writer.appendLast(TestJournal::entry).join()).isFalse();
        }
        assertThat(journal.entries()).isEqualTo(entries(1, 4));
    }

    @Test
    void aFailedForceIsNeverTriedAgainAndNothingIsAcknowledgedAfterIt() {
        try (var writer = journal.create()) {
            writer.append(entries(1, 2)).join();
            journal.disk.forgetCalls();
            journal.disk.failingForces.set(1);
            var failed = writer.append(entries(3, 3));
            var failure = writer.poisoned().toCompletableFuture().join();
            assertThat(failure).hasMessage("cannot force " + journal.folder.resolve(FIRST) + ": Input/output error");
            assertFails(failed, failure);
            assertFails(writer.append(entries(3, 3)), failure);
            assertThat(writer.appendLast(TestJournal::entry).join()).isFalse();
        }
        assertThat(journal.disk.calls()).filteredOn(("force " + FIRST)::equals).hasSize(1);
        assertThat(journal.entries()).isEqualTo(entries(1, 2));
        try (var writer = journal.resume()) {
            writer.append(entries(3, 3)).join();
        }
        assertThat(journal.entries()).isEqualTo(entries(1, 3));
    }

    @Test
    void aFolderThatCannotBeForcedPoisonsForGood() {
        try (var writer = journal.create()) {
            journal.disk.failingFolders = true;
            assertThatThrownBy(writer.append(entries(1, 1))::join).hasCauseInstanceOf(StorageFailure.class);
            journal.disk.failingFolders = false;
            assertThat(writer.appendLast(TestJournal::entry).join()).isFalse();
        }
        assertThat(journal.entries()).isEmpty();
    }

    @Test
    void aSegmentThatCannotBeWrittenPoisonsBeforeItsEvent() {
        try (var writer = journal.create()) {
            writer.append(entries(1, 1)).join();
            journal.disk.space.set(10_000);
            var large = TestJournal.entry(2, "{\"a\":\"" + "x".repeat(20_000) + "\"}");
            assertThatThrownBy(writer.append(List.of(large))::join).hasMessageContaining("results-1.jsonl");
            assertThat(writer.appendLast(TestJournal::entry).join()).isTrue();
        }
        assertThat(journal.entries()).isEqualTo(entries(1, 2));
    }

    @Test
    void aBugInTheWriterFailsThoseWhoWait() {
        try (var writer = journal.create()) {
            journal.disk.beforeForce = _ -> {
                throw new AssertionError("a bug");
            };
            assertThatThrownBy(writer.append(entries(1, 1))::join)
                    .hasCauseInstanceOf(StorageFailure.class)
                    .hasMessageContaining("a bug");
        }
    }

    private static void assertFails(CompletableFuture<Void> future, StorageFailure failure) {
        assertThat(future)
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .withCause(failure);
    }
}
