package dev.prodigy.runtime.run.replay;

import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalEnd;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.Snapshots;
import dev.prodigy.runtime.snapshot.StateSnapshots;
import java.nio.file.Path;

/// A journal read to its end, and what it comes to: from the newest snapshot that fits, else from its
/// beginning.
///
/// @param imageSeq of the last event that the snapshot held; 0 without one
public record FoldedJournal(JournalReader reader, RunState state, long imageSeq) implements AutoCloseable {

    /// Checks every line and every value in a segment, whether it is folded or in the snapshot: what is to be
    /// written on must be whole.
    ///
    /// @throws dev.prodigy.runtime.home.StorageFailure when it cannot be read
    public static FoldedJournal open(Home home, RunRef run) {
        return open(home, run, (folder, _) -> JournalReader.openWhole(folder));
    }

    /// Looks only at the files that hold what the snapshot does not: enough to tell of a run, and as fast for a
    /// million items as for ten.
    ///
    /// @throws dev.prodigy.runtime.home.StorageFailure when it cannot be read
    public static FoldedJournal glance(Home home, RunRef run) {
        return open(
                home,
                run,
                (folder, seq) -> seq == 0 ? JournalReader.open(folder) : JournalReader.openAround(folder, seq));
    }

    private interface Opening {
        /// @param seq of the event behind which folding begins; 0 for the beginning
        JournalReader open(Path folder, long seq);
    }

    private static FoldedJournal open(Home home, RunRef run, Opening opening) {
        var folder = home.events(run.repo(), run.run());
        var snapshots = new Snapshots(new LocalDisk(), home.state(run.repo(), run.run()));
        var image = StateSnapshots.newest(snapshots, folder);
        if (image.isPresent()) {
            long seq = image.get().seq();
            var reader = opening.open(folder, seq);
            if (StateSnapshots.leadTo(image.get(), reader)) {
                return new FoldedJournal(
                        reader, JournalFold.goOn(image.get(), reader, folder, Long.MAX_VALUE, _ -> {}), seq);
            }
            reader.close();
        }
        var reader = opening.open(folder, 0);
        return new FoldedJournal(reader, JournalFold.read(reader, folder), 0);
    }

    /// Keeps the state for the next command where folding it took long, as it does when there is no snapshot that
    /// this version of the program can read. Only of a run that no process works on: that one keeps its own. A home
    /// that cannot be written makes no difference.
    ///
    /// @param atLeast so many events must have been folded
    void keep(Home home, RunRef run, long atLeast) {
        boolean isDue = state.seq() - imageSeq >= atLeast && reader.ending() instanceof JournalEnd.Complete;
        if (isDue && OwnerLock.holder(home.runLock(run.repo(), run.run())).isEmpty()) {
            try {
                StateSnapshots.write(new LocalDisk(), home.state(run.repo(), run.run()), state);
            } catch (StorageFailure _) {
                return;
            }
        }
    }

    /// @return the state as the next process finds it, where none works on the run
    public RunState idleState(Home home, RunRef run) {
        if (OwnerLock.holder(home.runLock(run.repo(), run.run())).isEmpty()) {
            Fold.ownerGone(state);
        }
        return state;
    }

    @Override
    public void close() {
        reader.close();
    }
}
