package dev.prodigy.runtime.view;

import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalTail;
import java.util.function.Function;

/// The session records of a home as they are now. One that is missing or behind its journal is made
/// anew from that, and so is what a process left that died at work: nobody goes on with its redrive. Where
/// the journal is lost, or nothing of it can be read, they are all there is to tell.
public final class RunRecords {
    private final Home home;
    private final SessionFiles files;
    private final Function<RunRef, RunState> fold;

    /// @param fold reads a run's state from its journal
    public RunRecords(Home home, Disk disk, Function<RunRef, RunState> fold) {
        this.home = home;
        this.files = new SessionFiles(home, disk);
        this.fold = fold;
    }

    /// @return the record of a run
    /// @throws StorageFailure when the journal cannot be read
    public RunRecord find(RunRef run) {
        var holder = OwnerLock.holder(home.runLock(run.repo(), run.run()))
                .map(busy -> busy.owner().map(RunRecord.Holder::of).orElse(RunRecord.Holder.UNNAMED))
                .orElse(null);
        var stored = files.read(run);
        var folder = home.events(run.repo(), run.run());
        if (LostJournal.of(home, run).isPresent()) {
            return stored == null ? RunRecord.of(run, new RunState(), holder) : stored.heldBy(holder);
        }
        if (stored != null
                && !(holder == null && stored.isUnfinished())
                && stored.course().lastSeq() == JournalTail.lastSeq(folder)) {
            return stored.heldBy(holder);
        }
        var state = fold.apply(run);
        if (holder == null) {
            Fold.ownerGone(state);
        }
        if (stored != null && state.seq() == 0) {
            return stored.heldBy(holder);
        }
        var record = RunRecord.of(run, state, holder);
        // what a newer version wrote, that version tells better
        if (holder == null && state.unknown() == null) {
            files.renew(run, record); // a command that only reads works on a home that it may not write
        }
        return record;
    }
}
