package dev.prodigy.runtime.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.JournalTail;
import dev.prodigy.runtime.journal.Snapshots;
import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// A run's state out of its snapshots, as far as they are of its journal.
public final class StateSnapshots {
    /// A snapshot is due when so many events are not in the last one (spec 05 §5.3).
    public static final long EVENTS_APART = 50_000;

    private StateSnapshots() {}

    /// @param folder the run's folder
    /// @return the state of the newest snapshot that this program can read; empty when there is none
    public static Optional<RunState> newest(Snapshots snapshots, Path folder) {
        try {
            long last = JournalTail.lastSeq(folder);
            return snapshots
                    .newest(last)
                    .flatMap(snapshot -> Optional.ofNullable(Json.tryParse(new String(snapshot.state(), UTF_8)))
                            .flatMap(StateImage::read)
                            .filter(state -> state.seq() == snapshot.seq()));
        } catch (StorageFailure e) {
            return Optional.empty();
        }
    }

    /// Reads the journal to the event behind which the snapshot was taken, checking each line on the way.
    ///
    /// @return whether that event is the one that the snapshot knows; if not, it is of another journal
    public static boolean leadTo(RunState snapshot, JournalReader reader) {
        while (reader.lastSeq() < snapshot.seq()) {
            if (!reader.next()) {
                return false;
            }
        }
        var line = reader.line();
        return snapshot.at() != null
                && line.timestamp().equals(snapshot.at().truncatedTo(ChronoUnit.MILLIS))
                && line.elapsedMs() == snapshot.elapsed().toMillis();
    }

    /// Writes a snapshot, if the state has an image.
    ///
    /// @param folder the run's folder in `state/`, which is made where it is missing
    /// @throws StorageFailure when it cannot be written
    public static void write(Disk disk, Path folder, RunState state) {
        image(state).ifPresent(image -> {
            try {
                disk.createFolders(folder);
            } catch (IOException e) {
                throw StorageFailure.of("create", folder, e);
            }
            new Snapshots(disk, folder).write(state.seq(), Json.write(image).getBytes(UTF_8));
        });
    }

    /// @return what a snapshot holds of a state; empty when it has no image
    public static Optional<Value> image(RunState state) {
        return StateImage.of(state);
    }
}
