package dev.prodigy.runtime.run.replay;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What an earlier process left of a run that a step started.
public final class ChildJournal {
    private ChildJournal() {}

    /// Reads a run that its caller goes on with, or starts anew.
    ///
    /// @return the run's state; null when it never began, and then nothing of it is left
    public static @Nullable RunState read(Home home, RunRef run) {
        var state = look(home, run);
        if (state == null) {
            Folders.delete(home.events(run.repo(), run.run())); // nothing of it was acknowledged
        }
        return state;
    }

    /// Reads a run, whoever it belongs to; nothing of it is changed.
    ///
    /// @return the run's state; null when it has not begun
    static @Nullable RunState look(Home home, RunRef run) {
        var folder = home.events(run.repo(), run.run());
        if (!Files.isDirectory(folder) || !hasJournal(folder)) {
            return null;
        }
        try (var reader = JournalReader.open(folder)) {
            var state = JournalFold.read(reader, folder);
            UnknownEventType.refuse(state);
            return state.started() == null ? null : state;
        }
    }

    /// Removes the folder of a run of which nothing was acknowledged, because of a failure and as far as the
    /// disk allows.
    public static void removeAfter(Exception failure, Path folder) {
        try {
            Folders.delete(folder);
        } catch (StorageFailure e) {
            failure.addSuppressed(e);
        }
    }

    /// Packed files are the journal too.
    private static boolean hasJournal(Path folder) {
        try (var files = Files.newDirectoryStream(folder, "events-*.jsonl{,.gz}")) {
            return files.iterator().hasNext();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
