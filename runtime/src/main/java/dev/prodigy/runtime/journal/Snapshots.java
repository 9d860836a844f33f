package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.AtomicFile;
import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The folded state of a run at some events, so that not all of them need be folded again (spec 05 §5.3). Views:
/// one that is missing or wrong is not missed.
///
/// A file is `{"version":1,"seq":…,"state":…,"crc":"…"}` under the name `snapshot-{seq}.json`. Two are kept.
public final class Snapshots {
    private static final Pattern NAME = Pattern.compile("snapshot-([1-9][0-9]{0,17})\\.json");
    private static final int KEPT = 2;

    private final Disk disk;
    private final Path folder;

    /// A folded state.
    ///
    /// @param seq the last event in it
    /// @param state its JSON
    @SuppressWarnings("ArrayRecordComponent") // megabytes that nobody compares
    public record Snapshot(long seq, byte[] state) {}

    /// @param folder the run's folder in `state/`, which exists once something is written
    public Snapshots(Disk disk, Path folder) {
        this.disk = disk;
        this.folder = folder;
    }

    /// Writes a snapshot, durable when this returns, and removes all but this and the one before.
    ///
    /// @param seq the last event that the state contains, durable itself
    /// @param state one JSON value
    /// @throws StorageFailure when it cannot be written; the others are still there
    public void write(long seq, byte[] state) {
        var content = new Bytes();
        content.write(start(seq));
        content.write(state);
        new Seal().append(content, 0);
        content.write('\n');
        AtomicFile.write(disk, file(seq), Arrays.copyOf(content.array(), content.length()));
        int keep = KEPT;
        for (long other : list()) {
            if (other > seq || keep == 0) {
                remove(file(other));
            } else {
                keep--;
            }
        }
    }

    /// @param lastSeq the journal's last event; a snapshot of later ones is none of this journal
    /// @return the newest snapshot that is what was written
    /// @throws StorageFailure when one cannot be read
    public Optional<Snapshot> newest(long lastSeq) {
        for (long seq : list()) {
            var snapshot = seq <= lastSeq ? read(seq) : null;
            if (snapshot != null) {
                return Optional.of(snapshot);
            }
        }
        return Optional.empty();
    }

    private @Nullable Snapshot read(long seq) {
        try (var in = new FileInputStream(file(seq).toFile())) {
            var bytes = in.readAllBytes();
            var start = start(seq);
            int end = bytes.length - 1;
            boolean whole = end > start.length + Seal.LENGTH
                    && Arrays.equals(bytes, 0, start.length, start, 0, start.length)
                    && Seal.isSealed(bytes, 0, end)
                    && new Seal().holds(bytes, 0, end);
            return whole ? new Snapshot(seq, Arrays.copyOfRange(bytes, start.length, end - Seal.LENGTH)) : null;
        } catch (FileNotFoundException e) {
            return null;
        } catch (IOException e) {
            throw StorageFailure.of("read", file(seq), e);
        }
    }

    /// @return the numbers of the files, newest first
    private List<Long> list() {
        var seqs = new ArrayList<Long>();
        try (var files = Files.newDirectoryStream(folder, "snapshot-*.json")) {
            for (var file : files) {
                var name = NAME.matcher(String.valueOf(file.getFileName()));
                if (name.matches()) {
                    seqs.add(Long.valueOf(name.group(1)));
                }
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException | DirectoryIteratorException e) {
            throw StorageFailure.of("read", folder, e instanceof IOException failure ? failure : new IOException(e));
        }
        seqs.sort(Comparator.reverseOrder());
        return seqs;
    }

    /// One that stays does no harm.
    private void remove(Path file) {
        try {
            disk.delete(file);
        } catch (IOException _) {
            return;
        }
    }

    private Path file(long seq) {
        return folder.resolve("snapshot-" + seq + ".json");
    }

    private static byte[] start(long seq) {
        return ("{\"version\":1,\"seq\":" + seq + ",\"state\":").getBytes(StandardCharsets.US_ASCII);
    }
}
