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

    /// @return the run's state; null when it never began, and then nothing of it is left
    public static @Nullable RunState read(Home home, RunRef run) {
        var folder = home.events(run.repo(), run.run());
        if (!Files.isDirectory(folder)) {
            return null;
        }
        if (hasJournal(folder)) {
            try (var reader = JournalReader.open(folder)) {
                var state = JournalFold.read(reader, folder);
                UnknownEventType.refuse(state);
                if (state.started() != null) {
                    return state;
                }
            }
        }
        Folders.delete(folder); // nothing of it was acknowledged
        return null;
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

    private static boolean hasJournal(Path folder) {
        try (var files = Files.newDirectoryStream(folder, "events-*.jsonl")) {
            return files.iterator().hasNext();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
