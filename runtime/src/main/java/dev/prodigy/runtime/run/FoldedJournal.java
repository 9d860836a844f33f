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
/// beginning.
record FoldedJournal(JournalReader reader, RunState state) implements AutoCloseable {

    /// Checks every line, whether it is folded or in the snapshot: what is to be written on must be whole.
    ///
    /// @throws dev.prodigy.runtime.home.StorageFailure when it cannot be read
    static FoldedJournal open(Home home, RunRef run) {
        return open(home, run, (folder, _) -> JournalReader.open(folder));
    }

    /// Looks only at the files that hold what the snapshot does not: enough to tell of a run, and as fast for a
    /// million items as for ten.
    ///
    /// @throws dev.prodigy.runtime.home.StorageFailure when it cannot be read
    static FoldedJournal glance(Home home, RunRef run) {
        return open(home, run, JournalReader::openAround);
    }

    private interface Opening {
        /// @param seq of the event behind which folding begins
        JournalReader open(Path folder, long seq);
    }

    private static FoldedJournal open(Home home, RunRef run, Opening opening) {
        var folder = home.events(run.repo(), run.run());
        var snapshots = new Snapshots(new LocalDisk(), home.state(run.repo(), run.run()));
        var image = StateSnapshots.newest(snapshots, folder);
        if (image.isPresent()) {
            var reader = opening.open(folder, image.get().seq());
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
