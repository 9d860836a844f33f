package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;

/// Appends until the disk refuses, then tries a last event.
final class WriteUntilFull {
    private WriteUntilFull() {}

    public static void main(String[] arguments) throws IOException {
        var folder = Files.createDirectories(Path.of(arguments[0], TestJournal.RUN));
        var attempt = OwnerLock.tryTake(folder.resolve("run.lock"), Owner.thisProcess(TestJournal.TIME));
        var settings = new JournalSettings(
                new LocalDisk(), InstantSource.system(), Durability.RELAXED, 1 << 30, Set.of(), _ -> {});
        try (var lock = ((OwnerLock.Attempt.Taken) attempt).lock();
                var writer = JournalWriter.create(lock, settings)) {
            try {
                for (long seq = 1; ; seq++) {
                    writer.append(List.of(TestJournal.entry(seq))).join();
                }
            } catch (CompletionException e) {
                System.out.println(((StorageFailure) e.getCause()).reason().code());
            }
            boolean done = writer.appendLast(WriteUntilFull::last).join();
            System.out.println("last " + done);
        }
    }

    private static Entry last(long seq) {
        return new Entry(
                seq,
                TestJournal.TIME,
                1,
                "workflow_interrupted",
                TestJournal.RUN,
                null,
                TestJournal.fields("{\"reason\":\"disk_full\"}"));
    }
}
