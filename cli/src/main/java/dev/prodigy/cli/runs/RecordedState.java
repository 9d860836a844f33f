package dev.prodigy.cli.runs;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalEnd;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.run.replay.JournalFold;
import dev.prodigy.runtime.run.replay.UnknownEventType;
import dev.prodigy.runtime.view.StoredViews;
import java.util.function.Consumer;

/// A run's state as its journal tells it. Nothing is locked or written.
public final class RecordedState {
    private RecordedState() {}

    /// A state and how the journal ended behind it.
    public record Folded(RunState state, JournalEnd ending) {}

    /// @return the state at the journal's last valid event
    public static Folded read(Home home, RunRef run) {
        return read(home, run, Long.MAX_VALUE, _ -> {});
    }

    /// @param seq of the event behind which the state is shown on the way
    /// @return the state at the journal's last valid event
    public static Folded read(Home home, RunRef run, long seq, Consumer<RunState> seen) {
        var folder = home.events(run.repo(), run.run());
        try (var reader = JournalReader.open(folder)) {
            var state = JournalFold.read(reader, folder, seq, seen);
            return new Folded(state, reader.ending());
        }
    }

    /// A journal that cannot be believed to its end says nothing of views, and none is made from it.
    ///
    /// @return the run's views on the disk
    public static StoredViews views(Home home, RunRef run) {
        return new StoredViews(home, new LocalDisk(), run, (seq, seen) -> whole(read(home, run, seq, seen)));
    }

    /// @return the views of a run whose journal is damaged, to be compared with what is valid of that
    public static StoredViews viewsOfRest(Home home, RunRef run) {
        return new StoredViews(
                home,
                new LocalDisk(),
                run,
                (seq, seen) -> read(home, run, seq, seen).state());
    }

    private static RunState whole(Folded folded) {
        UnknownEventType.refuse(folded.state());
        var failure = JournalEnding.failure(folded.ending());
        if (failure != null) {
            throw failure;
        }
        return folded.state();
    }
}
