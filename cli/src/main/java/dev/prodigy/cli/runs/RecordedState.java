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
import java.nio.file.Path;
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
        return read(JournalReader.open(folder), folder, seq, seen);
    }

    /// Reads a journal that may be damaged, and so may the large values in it that the state needs.
    ///
    /// @param seq of the event behind which the state is shown on the way, if that is before the damage
    /// @return the state at the last valid event before the damage
    public static RunState readValid(Home home, RunRef run, long seq, Consumer<RunState> seen) {
        var folder = home.events(run.repo(), run.run());
        try (var reader = JournalReader.open(folder)) {
            return JournalFold.readValid(reader, folder, seq, seen);
        }
    }

    private static Folded read(JournalReader opened, Path folder, long seq, Consumer<RunState> seen) {
        try (var reader = opened) {
            var state = JournalFold.read(reader, folder, seq, seen);
            return new Folded(state, reader.ending());
        }
    }

    /// A journal that cannot be believed to its end, its segments included, says nothing of views, and none is made
    /// from it.
    ///
    /// @return the run's views on the disk
    public static StoredViews views(Home home, RunRef run) {
        var folder = home.events(run.repo(), run.run());
        return new StoredViews(
                home,
                new LocalDisk(),
                run,
                (seq, seen) -> whole(read(JournalReader.openWhole(folder), folder, seq, seen), folder));
    }

    /// @return the views of a run whose journal is damaged, to be compared with what is valid of that
    public static StoredViews viewsOfRest(Home home, RunRef run) {
        return new StoredViews(
                home,
                new LocalDisk(),
                run,
                (seq, seen) -> read(home, run, seq, seen).state());
    }

    private static RunState whole(Folded folded, Path folder) {
        UnknownEventType.refuse(folded.state());
        var failure = JournalEnding.failure(folded.ending(), folder);
        if (failure != null) {
            throw failure;
        }
        return folded.state();
    }
}
