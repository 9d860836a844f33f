package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.Snapshots;
import dev.prodigy.runtime.snapshot.StateSnapshots;
import java.nio.file.Path;

/// A journal read to its end, and what it comes to: from the newest snapshot that fits, else from its
/// beginning. Every line is checked either way.
record FoldedJournal(JournalReader reader, RunState state) implements AutoCloseable {

    /// @throws dev.prodigy.runtime.home.StorageFailure when it cannot be read
    static FoldedJournal open(Home home, RunRef run) {
        var folder = home.events(run.repo(), run.run());
        var snapshots = new Snapshots(new LocalDisk(), home.state(run.repo(), run.run()));
        var image = StateSnapshots.newest(snapshots, folder);
        if (image.isPresent()) {
            var reader = JournalReader.open(folder);
            if (StateSnapshots.leadTo(image.get(), reader)) {
                return new FoldedJournal(
                        reader, JournalFold.goOn(image.get(), reader, folder, Long.MAX_VALUE, _ -> {}));
            }
            reader.close();
        }
        return whole(folder);
    }

    private static FoldedJournal whole(Path folder) {
        var reader = JournalReader.open(folder);
        return new FoldedJournal(reader, JournalFold.read(reader, folder));
    }

    @Override
    public void close() {
        reader.close();
    }
}
