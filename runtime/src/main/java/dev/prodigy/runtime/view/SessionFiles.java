package dev.prodigy.runtime.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.UnreadableFields;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.AtomicFile;
import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.SealedObject;
import java.io.IOException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/// The files `sessions/{run_id}.json`.
///
/// @param disk how they are written
public record SessionFiles(Home home, Disk disk) {

    /// Writes the record of a run that is read from its journal, which is masked.
    ///
    /// @throws StorageFailure when it cannot be written
    public void write(RunRef run, RunRecord record) {
        write(run, record, Redactor.PLAIN);
    }

    /// Writes the record of a live run.
    ///
    /// @param redactor what masks the run's secrets
    /// @throws StorageFailure when it cannot be written
    public void write(RunRef run, RunRecord record, Redactor redactor) {
        try {
            disk.createFolders(home.sessions());
        } catch (IOException e) {
            throw StorageFailure.of("create", home.sessions(), e);
        }
        var text = Json.write(redactor.redactDocument("", record.toFields()));
        AtomicFile.writeView(disk, home.session(run.run()), SealedObject.of(text));
    }

    /// Writes the record of a run that no process works on. Where the home may not be written, whoever reads it finds
    /// it stale.
    public void renew(RunRef run, RunRecord record) {
        try {
            write(run, record);
        } catch (StorageFailure _) {
            return;
        }
    }

    /// @return the record as it is on the disk, however old; null when there is none, or somebody changed it
    public @Nullable RunRecord read(RunRef run) {
        try {
            var bytes = Files.readAllBytes(home.session(run.run()));
            return !SealedObject.isAltered(bytes)
                            && Json.tryParse(new String(bytes, UTF_8)) instanceof Value.Fields fields
                    ? RunRecord.read(fields)
                    : null;
        } catch (IOException | UnreadableFields | ArithmeticException e) {
            return null;
        }
    }
}
