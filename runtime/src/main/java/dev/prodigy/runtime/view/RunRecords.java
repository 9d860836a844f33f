package dev.prodigy.runtime.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.UnreadableFields;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.AtomicFile;
import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalTail;
import java.io.IOException;
import java.nio.file.Files;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The session records of a home. One that is missing or behind its journal is made anew from that.
public final class RunRecords {
    private final Home home;
    private final Disk disk;
    private final Function<RunRef, RunState> fold;

    /// @param fold reads a run's state from its journal
    public RunRecords(Home home, Disk disk, Function<RunRef, RunState> fold) {
        this.home = home;
        this.disk = disk;
        this.fold = fold;
    }

    /// @return the record of a run as it is now
    /// @throws StorageFailure when the journal cannot be read
    public RunRecord find(RunRef run) {
        var holder = OwnerLock.holder(home.runLock(run.repo(), run.run()))
                .map(busy -> busy.owner().map(RunRecord.Holder::of).orElse(RunRecord.Holder.UNNAMED))
                .orElse(null);
        var stored = stored(run);
        if (stored != null && stored.course().lastSeq() == JournalTail.lastSeq(home.events(run.repo(), run.run()))) {
            return stored.heldBy(holder);
        }
        var record = RunRecord.of(run, fold.apply(run), holder);
        if (holder == null) {
            replace(run, record);
        }
        return record;
    }

    /// Writes a run's record.
    ///
    /// @throws StorageFailure when it cannot be written
    public void write(RunRef run, RunRecord record) {
        try {
            disk.createFolders(home.sessions());
        } catch (IOException e) {
            throw StorageFailure.of("create", home.sessions(), e);
        }
        AtomicFile.writeView(disk, home.session(run.run()), (Json.write(record.toFields()) + "\n").getBytes(UTF_8));
    }

    /// @return the record as it is on the disk, however old; null when there is none
    public @Nullable RunRecord stored(RunRef run) {
        try {
            return Json.tryParse(Files.readString(home.session(run.run()))) instanceof Value.Fields fields
                    ? RunRecord.read(fields)
                    : null;
        } catch (IOException | UnreadableFields e) {
            return null;
        }
    }

    /// A command that only reads works on a home that it may not write.
    private void replace(RunRef run, RunRecord record) {
        try {
            write(run, record);
        } catch (StorageFailure _) {
            return;
        }
    }
}
