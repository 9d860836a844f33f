package dev.prodigy.runtime.run.replay;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.snapshot.StateSnapshots;
import dev.prodigy.runtime.view.RunRecord;
import dev.prodigy.runtime.view.RunRecords;

/// The runs of a home as their journals tell them. Nothing is locked, and nothing written but what was missing: a
/// session file, a snapshot of what took long to read.
public record RecordedRuns(Home home) {
    /// @return the state of a run; where its journal is damaged, or a large value in it that the state needs, the state
    ///     before the damage (spec 05 §5.4)
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public RunState read(RunRef run) {
        try (var journal = FoldedJournal.glance(home, run)) {
            journal.keep(home, run, StateSnapshots.EVENTS_APART);
            return journal.idleState(home, run);
        } catch (JournalDamaged _) {
            return readValid(run);
        }
    }

    private RunState readValid(RunRef run) {
        var folder = home.events(run.repo(), run.run());
        try (var reader = JournalReader.open(folder)) {
            var state = JournalFold.readValid(reader, folder, Long.MAX_VALUE, _ -> {});
            return new FoldedJournal(reader, state, 0).idleState(home, run);
        }
    }

    /// @return what is to be said of a run as a whole; its session file is made anew where it is missing or stale
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public RunRecord record(RunRef run) {
        return new RunRecords(home, new LocalDisk(), this::read).find(run).in(home);
    }
}
