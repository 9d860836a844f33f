package dev.prodigy.runtime.run.replay;

import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.SegmentReader;
import dev.prodigy.runtime.journal.WorkflowRecord;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Folds a run's journal into its state.
public final class JournalFold {
    private JournalFold() {}

    /// Reads to the journal's last valid event. What went to segments is read back; results of items are not.
    ///
    /// @param folder the run's folder
    /// @throws dev.prodigy.runtime.home.StorageFailure when it cannot be read
    public static RunState read(JournalReader reader, Path folder) {
        return read(reader, folder, Long.MAX_VALUE, _ -> {});
    }

    /// Reads to the journal's last valid event, as {@link #read(JournalReader, Path)} does.
    ///
    /// @param seq of the event behind which the state is shown on the way, if there is such an event
    /// @param seen gets it; it must not be kept
    public static RunState read(JournalReader reader, Path folder, long seq, Consumer<RunState> seen) {
        return goOn(new RunState(), reader, folder, seq, seen);
    }

    /// Reads as {@link #read(JournalReader, Path, long, Consumer)} does, or to where a value is damaged in its segment
    /// that the state needs (spec 05 §5.4).
    ///
    /// @return the state before that
    public static RunState readValid(JournalReader reader, Path folder, long seq, Consumer<RunState> seen) {
        var state = new RunState();
        try {
            return goOn(state, reader, folder, seq, seen);
        } catch (JournalDamaged _) {
            return state;
        }
    }

    /// Checks that the run may go on behind what was read: nothing is damaged, and everything is understood.
    ///
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when a line is invalid
    /// @throws UnknownEventType when an event is of a type that only a newer version knows
    public static void requireUsable(JournalReader reader, RunState state) {
        UnknownEventType.refuse(state);
        reader.requireUsable();
    }

    /// Checks that something may be written behind what was read: as {@link #requireUsable} does, and that what is kept
    /// beside the journal of the workflow and its items is whole too (spec 05 §5.4).
    ///
    /// @return what the run runs
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when a line is invalid, or what is kept beside it
    /// @throws UnknownEventType when an event is of a type that only a newer version knows
    public static WorkflowRecord requireWhole(JournalReader reader, RunState state, Path folder) {
        requireUsable(reader, state);
        ItemStore.check(folder, state.loaded());
        return WorkflowRecord.read(folder);
    }

    /// Goes on from a state that the reader stands behind.
    static RunState goOn(RunState state, JournalReader reader, Path folder, long seq, Consumer<RunState> seen) {
        try (var segments = new SegmentReader(folder)) {
            while (reader.next()) {
                var entry = reader.line().entry();
                var recorded = EventCodec.decode(entry, segments);
                Fold.apply(state, recorded);
                if (state.seq() == seq) {
                    seen.accept(state);
                }
            }
        }
        return state;
    }
}
