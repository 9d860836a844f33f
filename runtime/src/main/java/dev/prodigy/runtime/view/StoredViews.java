package dev.prodigy.runtime.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.AtomicFile;
import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.letter.LetterBox;
import dev.prodigy.runtime.letter.LetterFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The views of one run as they lie on the disk, compared with what its journal tells.
public final class StoredViews {
    private final Home home;
    private final Disk disk;
    private final RunRef run;
    private final Reading reading;
    private final LetterFiles letters;

    /// Reads a run's state from its journal.
    @FunctionalInterface
    public interface Reading {
        /// @param seq of the event behind which the state is shown on the way
        /// @return the state at the journal's end
        RunState read(long seq, Consumer<RunState> seen);
    }

    /// @param reading reads the run's journal
    public StoredViews(Home home, Disk disk, RunRef run, Reading reading) {
        this.home = home;
        this.disk = disk;
        this.run = run;
        this.reading = reading;
        this.letters = new LetterFiles(disk, home.dlq(run.repo(), run.run()));
    }

    /// What was found.
    ///
    /// @param missing files that should be there
    /// @param stale files that say something else than the journal
    public record Findings(List<Path> missing, List<Path> stale) {
        public Findings {
            missing = List.copyOf(missing);
            stale = List.copyOf(stale);
        }

        /// @return whether all is well
        public boolean isEmpty() {
            return missing.isEmpty() && stale.isEmpty();
        }

        /// @return `missing`, `stale`, or null when the file is as it should be
        public @Nullable String of(Path file) {
            return missing.contains(file) ? "missing" : stale.contains(file) ? "stale" : null;
        }
    }

    /// @return the checkpoint file
    public Path checkpointFile() {
        return home.state(run.repo(), run.run()).resolve(Checkpoint.FILE);
    }

    /// Looks at checkpoint and letters as far as that costs little: whether they are there, and the checkpoint
    /// is that of the run's end, or no older than the last that was saved.
    ///
    /// @param state at the journal's end, of a run that no process works on
    /// @return whether one of them is missing or stale
    /// @throws StorageFailure when the folder of the letters cannot be read
    public boolean areBehind(RunState state) {
        return isCheckpointBehind(state)
                || (state.items() != null
                        && !letters.compareNames(state.items().letters().items())
                                .isEmpty());
    }

    private boolean isCheckpointBehind(RunState state) {
        var stored = bytes(checkpointFile());
        long seq = stored == null ? 0 : lastSeq(stored);
        boolean isOfEnd = seq == state.seq() && state.ended() != null;
        return state.checkpoint().seq() > 0
                && (seq < state.checkpoint().seq()
                        || seq > state.seq()
                        || (isOfEnd && !Arrays.equals(Checkpoint.of(run, state).toBytes(), stored)));
    }

    /// Compares all views of a run that no process works on.
    ///
    /// @throws StorageFailure when the journal cannot be read
    public Findings check() {
        return visit(false);
    }

    /// Writes anew what is missing or stale.
    ///
    /// @return what was found before
    /// @throws StorageFailure when a view cannot be written
    public Findings repair() {
        return visit(true);
    }

    private Findings visit(boolean repair) {
        var missing = new ArrayList<Path>();
        var stale = new ArrayList<Path>();
        checkpoint(repair, missing, stale);
        if (run.run().kind() == RunId.Kind.MAPREDUCE) {
            try (var box = LetterBox.open(home.events(run.repo(), run.run()), run.run())) {
                var difference = letters.compare(box);
                var folder = home.dlq(run.repo(), run.run());
                difference.missing().stream().sorted().forEach(name -> missing.add(folder.resolve(name)));
                difference.stale().stream().sorted().forEach(name -> stale.add(folder.resolve(name)));
                if (repair && !difference.isEmpty()) {
                    letters.repair(box, difference);
                }
            }
        }
        return new Findings(missing, stale);
    }

    private void checkpoint(boolean repair, List<Path> missing, List<Path> stale) {
        var file = checkpointFile();
        var stored = bytes(file);
        long seq = stored == null ? 0 : lastSeq(stored);
        var same = new boolean[1];
        var state = reading.read(
                seq, seen -> same[0] = Arrays.equals(Checkpoint.of(run, seen).toBytes(), stored));
        boolean isCurrent = same[0] && seq >= state.checkpoint().seq();
        if (state.checkpoint().seq() > 0 && !isCurrent) {
            (stored == null ? missing : stale).add(file);
            if (repair) {
                createFolders(home.state(run.repo(), run.run()));
                AtomicFile.write(disk, file, Checkpoint.of(run, state).toBytes());
            }
        }
        session(state, repair, missing, stale);
    }

    private void session(RunState state, boolean repair, List<Path> missing, List<Path> stale) {
        var sessions = new SessionFiles(home, disk);
        var stored = sessions.read(run);
        Fold.ownerGone(state);
        var record = RunRecord.of(run, state, null);
        if (stored == null || !stored.heldBy(null).toFields().equals(record.toFields())) {
            var file = home.session(run.run());
            (Files.exists(file) ? stale : missing).add(file);
            if (repair) {
                sessions.write(run, record);
            }
        }
    }

    private void createFolders(Path folder) {
        try {
            disk.createFolders(folder);
        } catch (IOException e) {
            throw StorageFailure.of("create", folder, e);
        }
    }

    private static byte @Nullable [] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            return null;
        }
    }

    private static long lastSeq(byte[] checkpoint) {
        return Json.tryParse(new String(checkpoint, UTF_8)) instanceof Value.Fields fields
                        && fields.get("last_seq") instanceof Value.Num(var seq)
                ? seq.longValue()
                : 0;
    }
}
